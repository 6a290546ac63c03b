package wenlu.client;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import wenlu.client.models.AccessToken;

/**
 * The access token that all calls of a client share, whatever thread they are made in. One thread fetches it; the others wait
 * for what that one gets, an exception too.
 */
final class Tokens {
    /** A token is renewed when less than a tenth of its life is left, at most so much: calls must not outlive it. */
    private static final Duration EARLY = Duration.ofSeconds(30);

    private static final long EARLY_SHARE = 10;

    private final LongSupplier nanoTime;
    private String text;
    private long renewAt;
    private CompletableFuture<String> pending;

    /** Holds no token yet. */
    Tokens(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** A token that holds. While one thread fetches it the others wait for the same one. */
    String current(Supplier<AccessToken> fetch) throws InterruptedException {
        while (true) {
            CompletableFuture<String> mine = new CompletableFuture<>();
            CompletableFuture<String> underWay = held(mine);
            if (underWay == mine) {
                return renewed(fetch, mine);
            }
            try {
                return underWay.get();
            } catch (ExecutionException failed) {
                if (!(failed.getCause().getCause() instanceof InterruptedException)) {
                    throw (RuntimeException) failed.getCause();
                } // else only the thread that fetched was to stop: ask again
            }
        }
    }

    /** The service refused this token; another that was fetched meanwhile stays. */
    synchronized void drop(String refused) {
        if (refused.equals(text)) {
            text = null;
        }
    }

    /** The token that holds, or the one that is being fetched, which is the given one if there is none yet. */
    private synchronized CompletableFuture<String> held(CompletableFuture<String> mine) {
        if (text != null && nanoTime.getAsLong() - renewAt < 0) {
            return CompletableFuture.completedFuture(text);
        }
        if (pending == null) {
            pending = mine;
        }
        return pending;
    }

    private String renewed(Supplier<AccessToken> fetch, CompletableFuture<String> mine) {
        long asked = nanoTime.getAsLong();
        try {
            AccessToken token = fetch.get();
            Duration life = Duration.ofSeconds(token.expiresIn());
            Duration early = life.dividedBy(EARLY_SHARE);
            keep(token.accessToken(), asked + life.minus(early.compareTo(EARLY) < 0 ? early : EARLY).toNanos());
            mine.complete(token.accessToken());
            return token.accessToken();
        } catch (RuntimeException failure) {
            fail(mine, failure);
            throw failure;
        } catch (Error failure) {
            fail(mine, new IllegalStateException(failure));
            throw failure;
        }
    }

    private synchronized void keep(String fetched, long until) {
        text = fetched;
        renewAt = until;
        pending = null;
    }

    private void fail(CompletableFuture<String> mine, RuntimeException failure) {
        synchronized (this) {
            pending = null;
        }
        mine.completeExceptionally(failure);
    }
}
