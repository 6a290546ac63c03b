package wenlu.client.errors;

/** The API key lacks the permission that the call needs (403). */
public final class ForbiddenException extends ApiException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception of what is known. */
    public ForbiddenException(Failure failure, Throwable cause) {
        super(failure, cause);
    }
}
