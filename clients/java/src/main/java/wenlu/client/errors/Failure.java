package wenlu.client.errors;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;

/**
 * What is known of a call that failed.
 *
 * @param status the HTTP status; 0 where no answer came
 * @param code the code in the answer's body; the status where the body has none
 * @param errorCode the detailed code, such as 400002; null where there is none
 * @param message what happened
 * @param errors what is wrong with which parameter
 * @param remedy what can be done about it; empty where the service says nothing
 * @param requestId the id by which the service's log names the request
 * @param retryAfter how long to wait before the same call can succeed; null where the service does not say
 */
public record Failure(
        int status,
        int code,
        Integer errorCode,
        String message,
        List<FieldFault> errors,
        String remedy,
        String requestId,
        Duration retryAfter)
        implements Serializable {

    /** A failure to which no answer of the service belongs. */
    public static Failure withoutAnswer(String message, String requestId) {
        return new Failure(0, 0, null, message, List.of(), "", requestId, null);
    }
}
