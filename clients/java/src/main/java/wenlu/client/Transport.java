package wenlu.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import wenlu.client.errors.ApiException;
import wenlu.client.errors.ConnectionFailedException;
import wenlu.client.errors.Failure;
import wenlu.client.errors.ServerErrorException;
import wenlu.client.errors.TimedOutException;
import wenlu.client.errors.UnauthorizedException;
import wenlu.client.errors.WenluException;
import wenlu.client.models.AccessToken;

/** Calls operations: their token, their attempts, the waits between them. Threads share it. */
final class Transport {
    private static final Set<Integer> REPEATED_STATUSES = Set.of(429, 500, 502, 503, 504);
    private static final Set<Integer> REFUSED_BEFORE_WORK = Set.of(429, 503);

    private static final System.Logger LOG = System.getLogger("wenlu.client");

    private final Settings settings;
    private final Requests requests;
    private final Tokens tokens = new Tokens(System::nanoTime);
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    Transport(Settings settings) {
        this.settings = settings;
        this.requests = new Requests(settings);
    }

    /** Calls an operation. Throws {@link WenluException}. */
    <T> T call(Operation operation, Arguments arguments, Class<T> result, CallSettings given) {
        CallSettings call = given.forOneCall();
        try {
            return attempts(operation, arguments, result, call);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ConnectionFailedException(
                    Failure.withoutAnswer("The call was interrupted.", call.requestId()),
                    interrupted,
                    true,
                    keyOf(operation, call));
        }
    }

    /** Attempts until one succeeds, or fails in a way that another would not mend. */
    private <T> T attempts(Operation operation, Arguments arguments, Class<T> result, CallSettings call)
            throws InterruptedException {
        boolean renewed = false;
        int failures = 0;
        while (true) {
            String token = token(operation);
            try {
                HttpRequest request = requests.of(operation, arguments, call, token);
                HttpResponse<byte[]> answer = answer(request, operation, call);
                T value = result.cast(Answers.result(operation, answer, result, call.requestId()));
                warnOfDeprecation(operation, answer);
                return value;
            } catch (UnauthorizedException refused) {
                if (token == null || renewed) {
                    throw refused;
                }
                renewed = true;
                tokens.drop(token);
            } catch (ApiException | ConnectionFailedException failure) {
                failures++;
                Duration wait = Waits.after(failures, settings.backoff(), failure.retryAfter());
                boolean waited = wait.compareTo(Waits.LONGEST) <= 0;
                if (failures > settings.retries() || !waited || !mayRepeat(operation, failure)) {
                    throw failure;
                }
                TimeUnit.NANOSECONDS.sleep(wait.toNanos());
            }
        }
    }

    /** Says that an operation is to go away, the first time that the service says so. */
    private void warnOfDeprecation(Operation operation, HttpResponse<byte[]> answer) {
        if (answer.headers().firstValue("deprecation").isPresent() && warned.add(operation.path())) {
            String until = answer.headers().firstValue("sunset").orElse("a day that it does not name");
            String what = operation.path() + " is deprecated: the service answers it until " + until;
            LOG.log(System.Logger.Level.WARNING, what + ". See its changelog.");
        }
    }

    /** The idempotency key that a call bears; null where it bears none. */
    private static String keyOf(Operation operation, CallSettings call) {
        return operation.is(Operation.Trait.KEYED) ? call.idempotencyKey() : null;
    }

    /** Whether the same call may be sent again after a failure without being done twice. */
    private static boolean mayRepeat(Operation operation, WenluException failure) {
        boolean repeatable = operation.is(Operation.Trait.REPEATABLE);
        if (failure instanceof ConnectionFailedException broken) {
            return repeatable || !broken.sent();
        }
        return (repeatable ? REPEATED_STATUSES : REFUSED_BEFORE_WORK).contains(failure.status());
    }

    /** The token that a call sends; null where it sends none. */
    private String token(Operation operation) throws InterruptedException {
        if (operation.authentication() == Operation.Authentication.NONE) {
            return null;
        }
        if (settings.apiKey() != null) {
            return tokens.current(this::fetchedToken);
        }
        if (operation.authentication() == Operation.Authentication.REQUIRED) {
            throw new IllegalStateException(operation.path() + " needs an API key: Wenlu.builder().apiKey(...).");
        }
        return null;
    }

    private AccessToken fetchedToken() {
        Arguments arguments = new Arguments().content("api_key", settings.apiKey());
        CallSettings call = CallSettings.NONE.forOneCall();
        AccessToken token = call(Operations.TOKEN, arguments, AccessToken.class, call);
        if (token.accessToken() == null || token.accessToken().isEmpty()) {
            String message = "The answer is not what the documents say (it holds no token).";
            throw new ServerErrorException(
                    new Failure(200, 200, null, message, List.of(), "", call.requestId(), null), null);
        }
        return token;
    }

    /** What the service answers to one request. */
    private HttpResponse<byte[]> answer(HttpRequest request, Operation operation, CallSettings call)
            throws InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> pending =
                settings.http().sendAsync(request, BodyHandlers.ofByteArray());
        try {
            return pending.get(settings.timeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw timedOut(request, operation, call, late);
        } catch (ExecutionException failed) {
            throw failure(request, operation, call, failed.getCause());
        } finally {
            pending.cancel(true); // ends what is still under way; without effect on what has ended
        }
    }

    private WenluException failure(HttpRequest request, Operation operation, CallSettings call, Throwable cause) {
        if (cause instanceof HttpTimeoutException) {
            return timedOut(request, operation, call, cause);
        }
        if (!(cause instanceof IOException)) {
            throw new IllegalStateException(cause);
        }
        Throwable first = first(cause);
        String reason = first.getMessage() == null ? first.getClass().getSimpleName() : first.getMessage();
        String message = "The connection to " + host(request) + " failed: " + reason;
        Failure failure = Failure.withoutAnswer(message, call.requestId());
        boolean sent = !(first instanceof ConnectException);
        return new ConnectionFailedException(failure, cause, sent, keyOf(operation, call));
    }

    /** What a message says of an address: a path can hold who the student is. */
    private static String host(HttpRequest request) {
        return request.uri().getAuthority();
    }

    /** What a failure began with: where the JDK has tried more than once it is wrapped. */
    private static Throwable first(Throwable failure) {
        Throwable first = failure;
        while (!(first instanceof ConnectException) && first.getCause() instanceof IOException earlier) {
            first = earlier;
        }
        return first;
    }

    private TimedOutException timedOut(HttpRequest request, Operation operation, CallSettings call, Throwable cause) {
        boolean sent = !(cause instanceof HttpConnectTimeoutException);
        double seconds = settings.timeout().toMillis() / 1000.0;
        String message = sent
                ? "There was no answer within " + seconds + " s from " + host(request) + "."
                : "There was no connection in time to " + host(request) + ".";
        Failure failure = Failure.withoutAnswer(message, call.requestId());
        return new TimedOutException(failure, cause, sent, keyOf(operation, call));
    }
}
