package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;

/**
 * Learning path.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param shortestPath Points on the shortest path
 * @param recommendedPath Steps, points and reviews, of the recommended path
 * @param currentBand 80 % range of the level; level_1 to level_7
 * @param levelKnown False: nothing is known of the level yet, and {@code current_level} is where one begins
 * @param shortest Unmet ancestors of the target and the target, in an order that can be learnt
 * @param ready Points that can be learnt next: everything they rest on is met or assumed
 * @param hours Of the whole path at the student's pace
 * @param paceKnown False: the usual pace is assumed
 * @param onTime Whether the path ends by the due date at this pace; null without a date
 */
public record LearningPath(
        @JsonName("current_level") String currentLevel,
        @JsonName("target_level") String targetLevel,
        List<PathStage> path,
        @JsonName("shortest_path") long shortestPath,
        @JsonName("recommended_path") long recommendedPath,
        @JsonName("current_band") List<String> currentBand,
        @JsonName("level_known") boolean levelKnown,
        List<String> shortest,
        List<String> ready,
        double hours,
        @JsonName("minutes_a_week") long minutesAWeek,
        @JsonName("pace_known") boolean paceKnown,
        String due,
        @JsonName("on_time") Boolean onTime) {}
