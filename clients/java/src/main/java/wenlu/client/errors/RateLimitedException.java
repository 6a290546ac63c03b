package wenlu.client.errors;

/** There were too many calls for the rate, or more than the month's quota (429). */
public final class RateLimitedException extends ApiException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception of what is known. */
    public RateLimitedException(Failure failure, Throwable cause) {
        super(failure, cause);
    }
}
