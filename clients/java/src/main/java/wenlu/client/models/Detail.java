package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;
import wenlu.client.json.MayBeAbsent;

/**
 * One marked answer; {@code suggestion} is present on wrong answers only. Fields after it are extras.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param score 100 = right; partial credit for matching, ordering and pinyin
 */
public record Detail(
        @JsonName("question_id") String questionId,
        @JsonName("is_correct") boolean isCorrect,
        double score,
        String feedback,
        @JsonName("time_spent") long timeSpent,
        @MayBeAbsent String suggestion,
        @JsonName("correct_answer") String correctAnswer,
        String explanation,
        @MayBeAbsent List<Fault> faults,
        @MayBeAbsent List<String> points) {}
