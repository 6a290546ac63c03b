package wenlu.client;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import wenlu.client.errors.NotAnsweredException;
import wenlu.client.errors.WenluException;
import wenlu.client.json.JsonReader;
import wenlu.client.json.JsonWriter;

/**
 * Plays the shared vectors ({@code clients/README.md}) against the stand-in: {@code PlayVectors STAND_IN FOLDER [FILE]}. It
 * prints a line {"name", "why"} for each; why is empty where it comes out as written.
 */
public final class PlayVectors {
    /** Times that a vector is played whose client waits too short for a busy machine to send all requests. */
    private static final int PLAYED_AT_MOST = 3;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private final String standIn;

    private PlayVectors(String standIn) {
        this.standIn = standIn;
    }

    /** Plays the vectors of a folder, or of one file in it. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        PlayVectors playing = new PlayVectors(arguments[0]);
        String ending = arguments.length > 2 ? "/" + arguments[2] + ".json" : ".json";
        try (Stream<Path> files = Files.list(Path.of(arguments[1]))) {
            for (Path file : files.filter(each -> each.toString().endsWith(ending)).sorted().toList()) {
                for (Object vector : (List<?>) JsonReader.read(Files.readString(file))) {
                    playing.play((Map<?, ?>) vector);
                }
            }
        }
    }

    /** Plays a vector; one that times out is played again where requests did not come. */
    private void play(Map<?, ?> vector) throws IOException, InterruptedException {
        String name = (String) vector.get("name");
        int times = name.endsWith(".timed_out") ? PLAYED_AT_MOST : 1;
        Played played = played(vector);
        for (int number = 1; number < times && played.missing() > 0; number++) {
            played = played(vector);
        }
        out.println(JsonWriter.write(Map.of("name", name, "why", played.why())));
    }

    /** What went wrong, empty where nothing did, and how many requests did not come. */
    private record Played(String why, long missing) {}

    private Played played(Map<?, ?> vector) throws IOException, InterruptedException {
        ask("POST", "/__play", JsonWriter.write(Map.of("vector", vector.get("name"))));
        String difference = difference((Map<?, ?>) vector.get("outcome"), outcome(vector));
        Map<?, ?> verdict = (Map<?, ?>) JsonReader.read(ask("GET", "/__verdict", ""));
        String why = Stream.of(difference, (String) verdict.get("why"))
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining("; "));
        return new Played(why, ((Number) verdict.get("missing")).longValue());
    }

    private String ask(String method, String path, String body) throws IOException, InterruptedException {
        URI address = URI.create(standIn + path);
        HttpRequest request = HttpRequest.newBuilder(address).method(method, BodyPublishers.ofString(body)).build();
        return http.send(request, BodyHandlers.ofString()).body();
    }

    /** What a call of the client gives, in the words of a vector. */
    private Map<?, ?> outcome(Map<?, ?> vector) {
        Wenlu wenlu = client((Map<?, ?>) vector.get("client"));
        if (vector.get("options") instanceof Map<?, ?> options) {
            wenlu = wenlu.withIdempotencyKey((String) options.get("idempotency_key"));
        }
        Calls calls = new Calls(wenlu);
        long times = vector.get("times") instanceof Long several ? several : 1;
        try {
            Object result = null;
            for (long call = 0; call < times; call++) {
                result = calls.call((String) vector.get("operation"), (Map<?, ?>) vector.get("arguments"));
            }
            return Map.of("ok", JsonReader.read(JsonWriter.write(result)));
        } catch (WenluException error) {
            return Map.of("error", told(error));
        }
    }

    private Wenlu client(Map<?, ?> made) {
        return Wenlu.builder()
                .baseUrl(standIn)
                .apiKey((String) made.get("api_key"))
                .retries(((Number) made.get("retries")).intValue())
                .backoff(seconds(made.get("backoff_seconds")))
                .timeout(seconds(made.get("timeout_seconds")))
                .language((String) made.get("language"))
                .build();
    }

    private static Duration seconds(Object number) {
        return Duration.ofMillis(Math.round(((Number) number).doubleValue() * 1000));
    }

    private static Map<String, Object> told(WenluException error) {
        Map<String, Object> told = new TreeMap<>();
        told.put("type", error.getClass().getSimpleName().replaceFirst("Exception$", ""));
        told.put("status", error.status());
        told.put("code", error.code());
        told.put("error_code", error.errorCode());
        told.put("message", error.getMessage());
        told.put("errors", JsonReader.read(JsonWriter.write(error.errors())));
        told.put("remedy", error.remedy());
        told.put("request_id", error.requestId());
        told.put("idempotency_key", error instanceof NotAnsweredException lost ? lost.idempotencyKey() : null);
        return told;
    }

    /** What is other than written; empty where nothing is. Of an error only the fields that the vector names count. */
    private static String difference(Map<?, ?> expected, Map<?, ?> outcome) {
        if (expected.get("error") instanceof Map<?, ?> error && outcome.get("error") instanceof Map<?, ?> told) {
            return error.keySet().stream()
                    .filter(name -> !same(error.get(name), told.get(name)))
                    .map(name -> name + " is " + told.get(name) + " and not " + error.get(name))
                    .collect(Collectors.joining("; "));
        }
        return same(expected, outcome) ? "" : "the outcome is " + outcome + " and not " + expected;
    }

    /** Whether two JSON values are equal once nulls are removed from objects; numbers are compared as numbers. */
    private static boolean same(Object one, Object other) {
        if (one instanceof Map<?, ?> first && other instanceof Map<?, ?> second) {
            return Stream.concat(first.keySet().stream(), second.keySet().stream())
                    .allMatch(key -> same(first.get(key), second.get(key)));
        }
        if (one instanceof List<?> first && other instanceof List<?> second) {
            return first.size() == second.size()
                    && IntStream.range(0, first.size()).allMatch(at -> same(first.get(at), second.get(at)));
        }
        if (one instanceof Number first && other instanceof Number second) {
            return first.doubleValue() == second.doubleValue();
        }
        return Objects.equals(one, other);
    }
}
