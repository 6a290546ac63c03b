package wenlu.client.models;

import java.util.List;
import java.util.Map;
import wenlu.client.json.JsonName;
import wenlu.client.json.MayBeAbsent;

/**
 * A day's recommendations.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param provisional A day to come: made again from what is known on that day, unless something in it was moved
 * @param notice What is special about the day
 * @param due Reviews that were due when the plan was made
 * @param waiting Of them what is left for the coming days
 * @param ifSkipped What leaving the whole day out costs
 */
public record DailyPlan(
        String date,
        @JsonName("student_id") String studentId,
        List<Recommendation> recommendations,
        Map<String, SlotSchedule> schedule,
        @JsonName("total_duration") long totalDuration,
        boolean provisional,
        @MayBeAbsent String notice,
        long due,
        long waiting,
        @JsonName("if_skipped") String ifSkipped,
        long seed,
        String model,
        String policy) {}
