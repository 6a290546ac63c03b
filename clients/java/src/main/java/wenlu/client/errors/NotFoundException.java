package wenlu.client.errors;

/** There is no such student, result or address (404). */
public final class NotFoundException extends ApiException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception of what is known. */
    public NotFoundException(Failure failure, Throwable cause) {
        super(failure, cause);
    }
}
