package wenlu.client.errors;

/** No answer came. Whether the service did the work is not known, unless nothing was sent. */
public abstract class NotAnsweredException extends WenluException {
    private static final long serialVersionUID = 1L;

    private final boolean sent;
    private final String idempotencyKey;

    /** Makes the exception of what is known. */
    protected NotAnsweredException(Failure failure, Throwable cause, boolean sent, String idempotencyKey) {
        super(failure, cause);
        this.sent = sent;
        this.idempotencyKey = idempotencyKey;
    }

    /** The key that the call bore, null if none: made again with it the same call is not done twice. */
    public String idempotencyKey() {
        return idempotencyKey;
    }

    /** Whether something was sent. If not, no connection came about, and the service cannot have begun to work. */
    public boolean sent() {
        return sent;
    }
}
