package wenlu.client.errors;

/** The API key or the token is not accepted (401), or the client has no API key and the call needs one. */
public final class UnauthorizedException extends ApiException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception of what is known. */
    public UnauthorizedException(Failure failure, Throwable cause) {
        super(failure, cause);
    }
}
