package wenlu.client;

/**
 * What is optional in {@link Wenlu#updateKnowledgeMap}.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public final class UpdateKnowledgeMapOptions {
    private final Arguments arguments;

    UpdateKnowledgeMapOptions(Arguments arguments) {
        this.arguments = arguments;
    }

    /**
     * Sets {@code studentId}.
     *
     * @param value Default: every student of the organisation
     */
    public UpdateKnowledgeMapOptions studentId(String value) {
        arguments.content("student_id", value);
        return this;
    }

    /**
     * Sets {@code date}.
     *
     * @param value Business date YYYY-MM-DD that labels the run, not ahead of today (UTC+8). Default: the day before.
     *     The input is everything above the watermark up to the end of that date
     */
    public UpdateKnowledgeMapOptions date(String value) {
        arguments.content("date", value);
        return this;
    }
}
