package wenlu.client;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.UUID;
import wenlu.client.json.JsonWriter;

/** Writes the requests of one client. */
final class Requests {
    private static final String AGENT =
            "wenlu-client-java/" + Wenlu.VERSION + " (Java " + System.getProperty("java.version") + ")";

    private final Settings settings;

    Requests(Settings settings) {
        this.settings = settings;
    }

    /** The request of one attempt, with its token unless that is null. */
    HttpRequest of(Operation operation, Arguments arguments, CallSettings call, String token) {
        URI address = URI.create(settings.addresses().of(operation.address()) + arguments.target(operation.path()));
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .header("Accept", "application/json")
                .header("User-Agent", AGENT)
                .header("X-Request-Id", call.requestId());
        if (settings.language() != null) {
            request.header("Accept-Language", settings.language());
        }
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        if (operation.is(Operation.Trait.KEYED)) {
            request.header("Idempotency-Key", call.idempotencyKey());
        }
        addBody(request, operation, arguments);
        return request.build();
    }

    private static void addBody(HttpRequest.Builder request, Operation operation, Arguments arguments) {
        switch (operation.body()) {
            case JSON -> request.header("Content-Type", "application/json")
                    .method(operation.method(), BodyPublishers.ofString(JsonWriter.write(arguments.content())));
            case MULTIPART -> {
                Multipart form = new Multipart("wenlu-" + UUID.randomUUID());
                request.header("Content-Type", form.contentType())
                        .method(operation.method(), form.publisher(arguments.content()));
            }
            case NONE -> request.method(operation.method(), BodyPublishers.noBody());
        }
    }
}
