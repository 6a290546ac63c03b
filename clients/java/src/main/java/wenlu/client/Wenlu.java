package wenlu.client;

import java.net.http.HttpClient;
import java.time.Duration;

/**
 * A client of the service: one method for each of its operations. Threads can share it, and it keeps connections open:
 * one is enough for a program.
 *
 * <pre>{@code
 * Wenlu wenlu = Wenlu.builder().baseUrl("https://wenlu.example.org").apiKey(key).build();
 * for (Question each : wenlu.generateQuestions("beginner", "multiple_choice", with -> with.count(2)).questions()) {
 *     System.out.println(each.question());
 * }
 * }</pre>
 *
 * <p>Calls throw {@link wenlu.client.errors.WenluException}; its classes tell why.
 */
public final class Wenlu extends Operations {
    /** The version of this client. */
    public static final String VERSION = "0.1.0";

    private final Transport transport;
    private final CallSettings call;

    private Wenlu(Transport transport, CallSettings call) {
        this.transport = transport;
        this.call = call;
    }

    /** Begins to make a client. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * This client for one call, which bears a key of your own: where the same call is made again with the same key, by
     * another process or tomorrow, the service gives the first answer again, and does and counts nothing twice. Otherwise
     * each call has a new key, which only its own retries share.
     *
     * @param key 1 to 200 letters, digits and marks of ASCII, without spaces; anything else is an {@link
     *     IllegalArgumentException}
     */
    public Wenlu withIdempotencyKey(String key) {
        return new Wenlu(transport, new CallSettings(key, call.requestId()));
    }

    /** This client for one call, which the service's log names by an id of your own. */
    public Wenlu withRequestId(String id) {
        return new Wenlu(transport, new CallSettings(call.idempotencyKey(), id));
    }

    @Override
    <T> T call(Operation operation, Arguments arguments, Class<T> result) {
        return transport.call(operation, arguments, result, call);
    }

    /** Makes a client. Everything has a default, the address too: that of a service on this machine. */
    public static final class Builder {
        private String baseUrl = "http://127.0.0.1:8501";
        private String speechUrl;
        private String grammarUrl;
        private String apiKey;
        private Duration connectTimeout = Duration.ofSeconds(5);
        private Duration timeout = Duration.ofSeconds(60);
        private int retries = 2;
        private Duration backoff = Duration.ofMillis(500);
        private String language;
        private HttpClient http;

        private Builder() {}

        /** The address of the service, with or without {@code /v1} at its end. */
        public Builder baseUrl(String address) {
            baseUrl = address;
            return this;
        }

        /** The address to which readings go, where it is not {@code /speech} of the service. */
        public Builder speechUrl(String address) {
            speechUrl = address;
            return this;
        }

        /** The address to which texts go, where it is not {@code /grammar} of the service. */
        public Builder grammarUrl(String address) {
            grammarUrl = address;
            return this;
        }

        /** The API key. Without one only what needs no token can be called. */
        public Builder apiKey(String key) {
            apiKey = key;
            return this;
        }

        /** How long it may take to connect: 5 seconds by default. */
        public Builder connectTimeout(Duration longest) {
            connectTimeout = longest;
            return this;
        }

        /** How long an attempt may take until its answer has come whole: 60 seconds by default. */
        public Builder timeout(Duration longest) {
            timeout = longest;
            return this;
        }

        /** How often a call is repeated after 429, 500, 502, 503, 504 and a broken connection: 2 by default. */
        public Builder retries(int most) {
            retries = most;
            return this;
        }

        /** The wait before the first retry, doubled with each, where the service names none: half a second by default. */
        public Builder backoff(Duration first) {
            backoff = first;
            return this;
        }

        /** The language of messages and reasons: {@code zh} or {@code en}. The service chooses where none is given. */
        public Builder language(String code) {
            language = code;
            return this;
        }

        /**
         * An HTTP client of your own, for a proxy or certificates of your own; it has its own time to connect. One that
         * follows redirects is an {@link IllegalArgumentException}: the token would go to another address.
         */
        public Builder httpClient(HttpClient client) {
            if (client.followRedirects() != HttpClient.Redirect.NEVER) {
                throw new IllegalArgumentException(
                        "The HTTP client must not follow redirects: leave followRedirects at NEVER.");
            }
            http = client;
            return this;
        }

        /** Makes the client. Nothing is sent yet: the token is fetched at the first call that needs it. */
        public Wenlu build() {
            Addresses addresses = Addresses.of(baseUrl, speechUrl, grammarUrl);
            Settings settings = new Settings(
                    http == null ? ownHttpClient() : http, addresses, apiKey, timeout, retries, backoff, language);
            return new Wenlu(new Transport(settings), CallSettings.NONE);
        }

        private HttpClient ownHttpClient() {
            return HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1) // without TLS HTTP/2 begins with an upgrade that few know
                    .connectTimeout(connectTimeout)
                    .build();
        }
    }
}
