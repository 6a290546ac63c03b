package wenlu.client;

import java.util.Set;

/**
 * How an operation is called.
 *
 * @param path relative to its address; arguments in it stand in braces
 * @param traits what else is true of it
 */
record Operation(
        String method, Address address, String path, Body body, Authentication authentication, Set<Trait> traits) {

    /** Whether something is true of the operation. */
    boolean is(Trait trait) {
        return traits.contains(trait);
    }

    /** What is true of some operations. */
    enum Trait {
        /** The result is the {@code data} of the answer, else it is all of the answer. */
        ENVELOPE,
        /** The service honours the header Idempotency-Key. */
        KEYED,
        /** A request whose fate is unknown can be sent again. */
        REPEATABLE
    }

    /** The part of the service that serves an operation. */
    enum Address {
        V1,
        SPEECH,
        GRAMMAR
    }

    /** The form of a request's body. */
    enum Body {
        NONE,
        JSON,
        MULTIPART
    }

    /** Whether a token is sent: always, if the client has an API key, or never. */
    enum Authentication {
        REQUIRED,
        OPTIONAL,
        NONE
    }
}
