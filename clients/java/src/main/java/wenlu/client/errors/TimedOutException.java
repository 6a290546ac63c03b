package wenlu.client.errors;

/** The time for connecting, or for the whole attempt, is over. The call was not repeated. */
public final class TimedOutException extends NotAnsweredException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception of what is known. */
    public TimedOutException(Failure failure, Throwable cause, boolean sent, String idempotencyKey) {
        super(failure, cause, sent, idempotencyKey);
    }
}
