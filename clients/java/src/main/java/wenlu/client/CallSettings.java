package wenlu.client;

import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What is set for single calls; what is null is made for each.
 *
 * @param idempotencyKey by which the service knows that a call came before
 * @param requestId by which the service's log names it
 */
record CallSettings(String idempotencyKey, String requestId) {
    static final CallSettings NONE = new CallSettings(null, null);

    private static final Pattern SENDABLE = Pattern.compile("[\\x21-\\x7e]{1,200}");

    /** Refuses what cannot be sent in a header, or holds a space. */
    CallSettings {
        check("An idempotency key", idempotencyKey);
        check("A request id", requestId);
    }

    /** The same settings, with what was null made for one call. */
    CallSettings forOneCall() {
        return new CallSettings(made(idempotencyKey), made(requestId));
    }

    private static void check(String what, String given) {
        if (given != null && !SENDABLE.matcher(given).matches()) {
            throw new IllegalArgumentException(
                    what + " is 1 to 200 letters, digits and marks of ASCII, without spaces.");
        }
    }

    private static String made(String given) {
        return given == null ? UUID.randomUUID().toString() : given;
    }
}
