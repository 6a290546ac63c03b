package wenlu.client;

/**
 * What is optional in {@link Wenlu#peers}.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public final class PeersOptions {
    private final Arguments arguments;

    PeersOptions(Arguments arguments) {
        this.arguments = arguments;
    }

    /**
     * Sets {@code subject}.
     *
     * @param value one of hsk, ykk; default hsk
     */
    public PeersOptions subject(String value) {
        arguments.query("subject", value);
        return this;
    }

    /**
     * Sets {@code limit}.
     *
     * @param value default 10
     */
    public PeersOptions limit(long value) {
        arguments.query("limit", value);
        return this;
    }
}
