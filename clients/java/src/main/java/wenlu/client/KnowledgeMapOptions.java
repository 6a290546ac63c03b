package wenlu.client;

/**
 * What is optional in {@link Wenlu#knowledgeMap}.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public final class KnowledgeMapOptions {
    private final Arguments arguments;

    KnowledgeMapOptions(Arguments arguments) {
        this.arguments = arguments;
    }

    /**
     * Sets {@code subject}.
     *
     * @param value one of hsk, ykk; default hsk
     */
    public KnowledgeMapOptions subject(String value) {
        arguments.query("subject", value);
        return this;
    }
}
