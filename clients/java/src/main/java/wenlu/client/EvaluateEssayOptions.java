package wenlu.client;

/**
 * What is optional in {@link Wenlu#evaluateEssay}.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public final class EvaluateEssayOptions {
    private final Arguments arguments;

    EvaluateEssayOptions(Arguments arguments) {
        this.arguments = arguments;
    }

    /** Sets {@code essayTitle}. */
    public EvaluateEssayOptions essayTitle(String value) {
        arguments.content("essay_title", value);
        return this;
    }

    /**
     * Sets {@code hskLevel}.
     *
     * @param value Scoring reference; one of 1, 2, 3, 4, 5, 6; default 4
     */
    public EvaluateEssayOptions hskLevel(String value) {
        arguments.content("hsk_level", value);
        return this;
    }

    /**
     * Sets {@code framework}.
     *
     * @param value Framework of the feedback; one of RASNC, RACAPE; default RASNC
     */
    public EvaluateEssayOptions framework(String value) {
        arguments.content("framework", value);
        return this;
    }

    /**
     * Sets {@code strictness}.
     *
     * @param value How sure an error must be to be shown. strict marks most, gentle only what is nearly certain; one
     *     of strict, normal, gentle; default normal
     */
    public EvaluateEssayOptions strictness(String value) {
        arguments.content("strictness", value);
        return this;
    }
}
