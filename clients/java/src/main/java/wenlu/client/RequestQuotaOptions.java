package wenlu.client;

/**
 * What is optional in {@link Wenlu#requestQuota}.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public final class RequestQuotaOptions {
    private final Arguments arguments;

    RequestQuotaOptions(Arguments arguments) {
        this.arguments = arguments;
    }

    /**
     * Sets {@code calls}.
     *
     * @param value How many more this month, or how many every month
     */
    public RequestQuotaOptions calls(long value) {
        arguments.content("calls", value);
        return this;
    }

    /**
     * Sets {@code tier}.
     *
     * @param value The plan that is wanted; one of free, education, professional, enterprise
     */
    public RequestQuotaOptions tier(String value) {
        arguments.content("tier", value);
        return this;
    }
}
