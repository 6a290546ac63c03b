package wenlu.client.models;

import java.util.List;
import java.util.Objects;
import wenlu.client.json.JsonName;

/**
 * Questionnaire.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public record Questionnaire(
        @JsonName("learning_goals") List<String> learningGoals,
        @JsonName("native_language") String nativeLanguage,
        @JsonName("learning_duration") String learningDuration) {

    /** Makes one of what must be given. */
    public static Questionnaire of(List<String> learningGoals, String nativeLanguage, String learningDuration) {
        return new Questionnaire(
                Objects.requireNonNull(learningGoals, "learningGoals must be given"),
                Objects.requireNonNull(nativeLanguage, "nativeLanguage must be given"),
                Objects.requireNonNull(learningDuration, "learningDuration must be given"));
    }
}
