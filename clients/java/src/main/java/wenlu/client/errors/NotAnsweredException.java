package wenlu.client.errors;

/** No answer came. Whether the service did the work is not known, unless nothing was sent. */
public abstract class NotAnsweredException extends WenluException {
    private static final long serialVersionUID = 1L;

    private final boolean sent;

    /** Makes the exception of what is known. */
    protected NotAnsweredException(Failure failure, Throwable cause, boolean sent) {
        super(failure, cause);
        this.sent = sent;
    }

    /** Whether something was sent. If not, no connection came about, and the service cannot have begun to work. */
    public boolean sent() {
        return sent;
    }
}
