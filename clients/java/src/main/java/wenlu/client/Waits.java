package wenlu.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** How long a call waits before its next attempt. */
final class Waits {
    /** Where the service asks for a longer wait (a quota that is used up), the caller is told at once. */
    static final Duration LONGEST = Duration.ofSeconds(60);

    private Waits() {}

    /**
     * The wait after a number of failures: what the service says, else the first wait, doubled with each failure. A random
     * half to whole of that is waited, so that clients that failed together do not come back together.
     */
    static Duration after(int failures, Duration first, Duration retryAfter) {
        if (retryAfter != null) {
            return retryAfter;
        }
        double whole = first.toNanos() * Math.pow(2, failures - 1);
        return Duration.ofNanos(Math.round(whole * ThreadLocalRandom.current().nextDouble(0.5, 1)));
    }
}
