package wenlu.client.errors;

import java.time.Duration;
import java.util.List;

/**
 * A call did not succeed.
 *
 * <pre>
 * WenluException
 *   ApiException                the service answered with an error
 *     BadRequestException       400, and every other 4xx that is not below
 *     UnauthorizedException     401
 *     ForbiddenException        403
 *     NotFoundException         404
 *     RateLimitedException      429: over the rate or the quota
 *     ServerErrorException      5xx, and an answer that is not what the documents say
 *       UnavailableException    503
 *   NotAnsweredException        no answer came
 *     ConnectionFailedException
 *     TimedOutException
 * </pre>
 */
public abstract class WenluException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Failure failure;

    /** Makes the exception of what is known. */
    protected WenluException(Failure failure, Throwable cause) {
        super(failure.message(), cause);
        this.failure = failure;
    }

    /** The HTTP status; 0 where no answer came. */
    public int status() {
        return failure.status();
    }

    /** The code in the answer's body; 0 where no answer came. */
    public int code() {
        return failure.code();
    }

    /** The detailed code, such as 400002; null where there is none. */
    public Integer errorCode() {
        return failure.errorCode();
    }

    /** What is wrong with which parameter. */
    public List<FieldFault> errors() {
        return failure.errors();
    }

    /** What can be done about it; empty where the service says nothing. */
    public String remedy() {
        return failure.remedy();
    }

    /** The id by which the service's log names the request: say it when you ask for help. */
    public String requestId() {
        return failure.requestId();
    }

    /** How long to wait before the same call can succeed; null where the service does not say. */
    public Duration retryAfter() {
        return failure.retryAfter();
    }

    /** The message, the parameters at fault, what to do, and the request id. */
    @Override
    public String toString() {
        StringBuilder told = new StringBuilder(getClass().getName() + ": " + getMessage());
        errors().forEach(each -> told.append(" ").append(each.field()).append(": ").append(each.message()).append(";"));
        told.append(remedy().isEmpty() ? "" : " " + remedy()).append(" (");
        if (status() != 0) {
            told.append(errorCode() == null ? status() : errorCode()).append(", ");
        }
        return told.append("request ").append(requestId()).append(")").toString();
    }
}
