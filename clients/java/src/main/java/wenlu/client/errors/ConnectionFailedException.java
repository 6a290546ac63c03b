package wenlu.client.errors;

/** The connection could not be made, or broke before the whole answer had come. */
public final class ConnectionFailedException extends NotAnsweredException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception of what is known. */
    public ConnectionFailedException(Failure failure, Throwable cause, boolean sent, String idempotencyKey) {
        super(failure, cause, sent, idempotencyKey);
    }
}
