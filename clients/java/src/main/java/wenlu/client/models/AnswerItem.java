package wenlu.client.models;

import java.util.List;
import java.util.Objects;
import wenlu.client.json.JsonName;
import wenlu.client.json.MayBeAbsent;

/**
 * One submitted answer: the wire's string, or the array of its parts (pairs, ordered option ids).
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param answer a String or a List&lt;String&gt;
 * @param timeSpent Seconds spent on the question; default 0
 */
public record AnswerItem(
        @JsonName("question_id") String questionId,
        Object answer,
        @MayBeAbsent @JsonName("time_spent") Long timeSpent) {

    /** Makes one of what must be given. */
    public static AnswerItem of(String questionId, String answer) {
        return new AnswerItem(
                Objects.requireNonNull(questionId, "questionId must be given"),
                Objects.requireNonNull(answer, "answer must be given"),
                null);
    }

    /** Makes one of what must be given. */
    public static AnswerItem of(String questionId, List<String> answer) {
        return new AnswerItem(
                Objects.requireNonNull(questionId, "questionId must be given"),
                Objects.requireNonNull(answer, "answer must be given"),
                null);
    }

    /**
     * The same with this {@code timeSpent}.
     *
     * @param timeSpent Seconds spent on the question; default 0
     */
    public AnswerItem withTimeSpent(long timeSpent) {
        return new AnswerItem(questionId, answer, timeSpent);
    }
}
