package wenlu.client;

/**
 * What is optional in {@link Wenlu#learningPath}.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public final class LearningPathOptions {
    private final Arguments arguments;

    LearningPathOptions(Arguments arguments) {
        this.arguments = arguments;
    }

    /**
     * Sets {@code subject}.
     *
     * @param value one of hsk, ykk; default hsk
     */
    public LearningPathOptions subject(String value) {
        arguments.query("subject", value);
        return this;
    }

    /** Sets {@code targetLevel}. */
    public LearningPathOptions targetLevel(String value) {
        arguments.query("target_level", value);
        return this;
    }
}
