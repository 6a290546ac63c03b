package wenlu.client;

import java.util.UUID;

/**
 * What is set for single calls; what is null is made for each.
 *
 * @param idempotencyKey by which the service knows that a call came before
 * @param requestId by which the service's log names it
 */
record CallSettings(String idempotencyKey, String requestId) {
    static final CallSettings NONE = new CallSettings(null, null);

    /** The same settings, with what was null made for one call. */
    CallSettings forOneCall() {
        return new CallSettings(made(idempotencyKey), made(requestId));
    }

    private static String made(String given) {
        return given == null ? UUID.randomUUID().toString() : given;
    }
}
