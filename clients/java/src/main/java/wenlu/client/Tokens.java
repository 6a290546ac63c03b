package wenlu.client;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import wenlu.client.models.AccessToken;

/** The access token that all calls of a client share, whatever thread they are made in. */
final class Tokens {
    /** A token is renewed when less than a tenth of its life is left, at most so much: calls must not outlive it. */
    private static final Duration EARLY = Duration.ofSeconds(30);

    private static final long EARLY_SHARE = 10;

    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private String text;
    private long renewAt;

    /** Holds no token yet. */
    Tokens(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** A token that holds. While one thread fetches it the others wait for the same one. */
    String current(Supplier<AccessToken> fetch) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (text == null || nanoTime.getAsLong() - renewAt >= 0) {
                renew(fetch);
            }
            return text;
        } finally {
            lock.unlock();
        }
    }

    /** The service refused this token; another that was fetched meanwhile stays. */
    void drop(String refused) {
        lock.lock();
        try {
            if (refused.equals(text)) {
                text = null;
            }
        } finally {
            lock.unlock();
        }
    }

    private void renew(Supplier<AccessToken> fetch) {
        long asked = nanoTime.getAsLong();
        AccessToken token = fetch.get();
        Duration life = Duration.ofSeconds(token.expiresIn());
        Duration early = life.dividedBy(EARLY_SHARE);
        text = token.accessToken();
        renewAt = asked + life.minus(early.compareTo(EARLY) < 0 ? early : EARLY).toNanos();
    }
}
