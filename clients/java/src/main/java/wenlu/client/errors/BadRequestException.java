package wenlu.client.errors;

/** A parameter is missing or not allowed (400), or the request is refused for another fault of its own. */
public final class BadRequestException extends ApiException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception of what is known. */
    public BadRequestException(Failure failure, Throwable cause) {
        super(failure, cause);
    }
}
