package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;

/**
 * A knowledge point with the student's record on it; an official point counts its children's answers too.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param status one of exceeded, mastered, learning, not_started
 * @param color one of yellow, green, blue, gray
 * @param shortName What learners read: the form, and what it does; {@code name} is the standard's title
 * @param assumed Never answered, of a level that the student has behind them: counted as known until an answer
 *     says otherwise
 * @param shown What pages show: {@code status}, or {@code begun} where one or two answers are too few to call the
 *     point met or not; one of exceeded, mastered, learning, begun, not_started
 * @param kind one of point, sub, word
 * @param level Level in GF 0025-2021; 7 = the band 7-9
 * @param mastery Decayed estimate: (A + 4 p) / (A + B + 4)
 * @param prediction p: predicted chance of a right answer
 * @param band 80 % band of mastery
 * @param n Decayed answers under it, comprehension at a quarter
 * @param enough False: not enough data
 * @param ready Neither met nor assumed, and everything it rests on is one of the two
 * @param lastAt Latest evidence, ISO 8601 UTC
 */
public record KnowledgePointState(
        @JsonName("point_id") String pointId,
        String name,
        String status,
        String color,
        @JsonName("total_attempts") long totalAttempts,
        @JsonName("correct_count") long correctCount,
        double accuracy,
        @JsonName("parent_id") String parentId,
        @JsonName("short_name") String shortName,
        boolean assumed,
        @JsonName("status_label") String statusLabel,
        String shown,
        String kind,
        long level,
        String group,
        String category,
        double mastery,
        double prediction,
        List<Double> band,
        double n,
        boolean enough,
        boolean ready,
        @JsonName("last_at") String lastAt) {}
