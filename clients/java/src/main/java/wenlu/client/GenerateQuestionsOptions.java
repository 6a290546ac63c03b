package wenlu.client;

import java.util.List;

/**
 * What is optional in {@link Wenlu#generateQuestions}.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public final class GenerateQuestionsOptions {
    private final Arguments arguments;

    GenerateQuestionsOptions(Arguments arguments) {
        this.arguments = arguments;
    }

    /**
     * Sets {@code topic}.
     *
     * @param value Absent: any topic; one of grammar, vocabulary, reading, listening
     */
    public GenerateQuestionsOptions topic(String value) {
        arguments.content("topic", value);
        return this;
    }

    /**
     * Sets {@code count}.
     *
     * @param value default 10
     */
    public GenerateQuestionsOptions count(long value) {
        arguments.content("count", value);
        return this;
    }

    /**
     * Sets {@code tags}.
     *
     * @param value Every item bears at least one of these
     */
    public GenerateQuestionsOptions tags(List<String> value) {
        arguments.content("tags", value);
        return this;
    }

    /**
     * Sets {@code seed}.
     *
     * @param value Same seed, same request: the same items
     */
    public GenerateQuestionsOptions seed(long value) {
        arguments.content("seed", value);
        return this;
    }

    /**
     * Sets {@code studentId}.
     *
     * @param value Items then avoid what this student saw within 14 days
     */
    public GenerateQuestionsOptions studentId(String value) {
        arguments.content("student_id", value);
        return this;
    }
}
