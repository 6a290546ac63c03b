package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;
import wenlu.client.json.MayBeAbsent;

/**
 * One thing to do; {@code count} for questions, {@code duration} for what is played.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param resourceType one of question, video, audio
 * @param difficulty HSK1 to HSK6, HSK7-9
 * @param skillType one of listening, speaking, reading, writing
 * @param timeSlot one of morning, noon, evening, night
 * @param count Number of questions
 * @param duration Minutes
 * @param kind one of set, essay, lesson, assigned
 * @param standard default GF 0025-2021
 * @param minutes Predicted from the student's own times
 * @param ifSkipped What leaving it out costs
 * @param done From answers and from what was played or written, never from a tick
 * @param moved The student has put it there
 * @param assignmentId A teacher gave it
 * @param url Of a teacher's link
 */
public record Recommendation(
        @JsonName("resource_id") String resourceId,
        @JsonName("resource_type") String resourceType,
        String title,
        String difficulty,
        @JsonName("skill_type") String skillType,
        @JsonName("start_time") String startTime,
        @JsonName("end_time") String endTime,
        @JsonName("time_slot") String timeSlot,
        @MayBeAbsent Long count,
        @MayBeAbsent Long duration,
        String kind,
        @MayBeAbsent String standard,
        double minutes,
        String reason,
        @JsonName("if_skipped") String ifSkipped,
        List<PlannedQuestion> questions,
        List<String> points,
        boolean done,
        @JsonName("done_count") long doneCount,
        boolean moved,
        @MayBeAbsent @JsonName("assignment_id") String assignmentId,
        @MayBeAbsent String url) {}
