package wenlu.client;

/**
 * What is optional in {@link Wenlu#learningReport}.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public final class LearningReportOptions {
    private final Arguments arguments;

    LearningReportOptions(Arguments arguments) {
        this.arguments = arguments;
    }

    /**
     * Sets {@code month}.
     *
     * @param value YYYY-MM in UTC+8
     */
    public LearningReportOptions month(String value) {
        arguments.query("month", value);
        return this;
    }
}
