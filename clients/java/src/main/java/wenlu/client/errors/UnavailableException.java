package wenlu.client.errors;

/** The service cannot answer now (503): it is busy, or its database is away. */
public final class UnavailableException extends ServerErrorException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception of what is known. */
    public UnavailableException(Failure failure, Throwable cause) {
        super(failure, cause);
    }
}
