package wenlu.client.errors;

/** The service answered with an error. */
public abstract class ApiException extends WenluException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception of what is known. */
    protected ApiException(Failure failure, Throwable cause) {
        super(failure, cause);
    }
}
