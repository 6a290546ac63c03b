package wenlu.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import wenlu.client.errors.ConnectionFailedException;
import wenlu.client.errors.NotFoundException;
import wenlu.client.errors.RateLimitedException;
import wenlu.client.errors.ServerErrorException;
import wenlu.client.errors.TimedOutException;
import wenlu.client.errors.WenluException;
import wenlu.client.json.JsonException;
import wenlu.client.json.JsonName;
import wenlu.client.json.JsonReader;
import wenlu.client.json.JsonWriter;
import wenlu.client.json.MayBeAbsent;
import wenlu.client.json.Records;
import wenlu.client.models.AccessToken;
import wenlu.client.models.AnswerItem;

/**
 * What the vectors do not show of the client. Each method whose name begins with "check" is run; a line {"name", "why"} is
 * printed for each, why is empty where it holds.
 */
public final class CheckClient {
    private static final String TOKEN = success("\"access_token\":\"t\",\"expires_in\":3600,\"permissions\":[]");
    private static final String PEERS = success("\"student_id\":\"s1\",\"peers\":[],\"opted_in\":false");
    private static final String FAILURE = "{\"code\":500,\"message\":\"no\"}";

    private CheckClient() {}

    /** Runs all checks. */
    public static void main(String[] arguments) throws IllegalAccessException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (Method check : CheckClient.class.getDeclaredMethods()) {
            if (check.getName().startsWith("check")) {
                out.println(JsonWriter.write(Map.of("name", check.getName(), "why", run(check))));
            }
        }
    }

    private static String run(Method check) throws IllegalAccessException {
        try {
            check.invoke(null);
            return "";
        } catch (InvocationTargetException thrown) {
            return thrown.getCause() + " at " + thrown.getCause().getStackTrace()[1];
        }
    }

    // -- JSON ------------------------------------------------------------------------------------------------

    static void checkThatJsonIsReadAsWritten() {
        Map<String, Object> read = Map.of(
                "text", "a \"quoted\" \\ / \b\f\n\r\t é 文 𠮷",
                "numbers", List.of(0L, -12L, 1.5, -2e-3, Long.MAX_VALUE, new BigInteger("92233720368547758070")),
                "words", List.of(true, false),
                "empty", List.of(List.of(), Map.of(), ""));
        same(read, JsonReader.read(JsonWriter.write(read)));
        same(Arrays.asList(1L, null, "é/𠮷"), JsonReader.read(" [ 1 ,\tnull,\r\n\"\\u00e9\\/\\ud842\\uDFB7\" ] "));
    }

    static void checkThatHalfOfACharacterIsWrittenAsAnEscape() {
        same("\"a\\ud842b\"", JsonWriter.write("a\ud842b"));
        same("a\ud842b", JsonReader.read("\"a\\ud842b\""));
    }

    static void checkThatWhatIsNotJsonIsRefused() {
        String deep = "[".repeat(JsonReader.MOST_LEVELS + 1);
        List<String> structures = List.of("", " ", "{", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":1,}", "{a:1}", "1 2", "[]]", deep);
        List<String> texts = List.of("'a'", "\"a", "\"\n\"", "\"\\x\"", "\"\\u12g4\"", "\"\\u\u0661\u0661\u0661\u0661\"");
        List<String> words = List.of("01", "-", "1.", ".5", "1e", "+1", "NaN", "tru", "nullx");
        for (String text : Stream.of(structures, texts, words).flatMap(List::stream).toList()) {
            thrown(JsonException.class, () -> JsonReader.read(text));
        }
    }

    static void checkThatWhatJsonCannotHoldIsNotWritten() {
        thrown(JsonException.class, () -> JsonWriter.write(Double.NaN));
        thrown(JsonException.class, () -> JsonWriter.write(new Object()));
    }

    // -- models ----------------------------------------------------------------------------------------------

    /** Something with stones. */
    public record Plum(long stones, @MayBeAbsent @JsonName("dried_in") String driedIn) implements Fruit {}

    /** Something with seeds. */
    public record Apple(List<Double> seeds) implements Fruit {}

    /** One of two. */
    public sealed interface Fruit permits Plum, Apple {}

    static void checkThatARecordTakesWhatItKnows() {
        Map<?, ?> json = (Map<?, ?>) JsonReader.read("{\"stones\": 1.0, \"newer\": [], \"dried_in\": null}");
        same(new Plum(1, null), Records.read(json, Plum.class, "data"));
        same(Map.of("stones", 1L), Records.fields(new Plum(1, null)));
        same("{\"stones\":1,\"dried_in\":\"May\"}", JsonWriter.write(new Plum(1, "May")));
    }

    static void checkThatAResultIsTheFirstModelWhoseFieldsAreThere() {
        same(new Plum(1, null), Records.read(Map.of("stones", 1L, "seeds", List.of()), Fruit.class, "data"));
        same(new Apple(List.of(2.0)), Records.read(Map.of("seeds", List.of(2L)), Fruit.class, "data"));
        thrown(JsonException.class, () -> Records.read(Map.of(), Fruit.class, "data"));
    }

    static void checkThatAWrongTypeIsToldWithItsPath() {
        JsonException fault =
                thrown(JsonException.class, () -> Records.read(Map.of("seeds", List.of("a")), Apple.class, "data"));
        same("data.seeds[0] is not a number", fault.getMessage());
        thrown(JsonException.class, () -> Records.read(Map.of(), Plum.class, "data"));
        thrown(JsonException.class, () -> Records.read(Map.of("stones", 1.5), Plum.class, "data"));
        Map<String, Object> tooMany = Map.of("stones", new BigInteger("9".repeat(30)));
        thrown(JsonException.class, () -> Records.read(tooMany, Plum.class, "data"));
    }

    static void checkThatAnAnswerIsATextOrItsParts() {
        same("{\"question_id\":\"q\",\"answer\":[\"A\",\"B\"],\"time_spent\":3}",
                JsonWriter.write(AnswerItem.of("q", List.of("A", "B")).withTimeSpent(3)));
        same("{\"question_id\":\"q\",\"answer\":\"A\"}", JsonWriter.write(AnswerItem.of("q", "A")));
        thrown(NullPointerException.class, () -> AnswerItem.of(null, "A"));
    }

    // -- before a call -----------------------------------------------------------------------------------------

    static void checkThatTheThreeAddressesStandBesideOneAnother() {
        Addresses expected = new Addresses("http://a/x/v1", "http://a/x/speech", "http://a/x/grammar");
        for (String address : List.of("http://a/x", "http://a/x/", "http://a/x/v1", "http://a/x/v1/")) {
            same(expected, Addresses.of(address, null, null));
        }
        same(new Addresses("http://a/v1", "http://b", "http://c/g"), Addresses.of("http://a", "http://b/", "http://c/g"));
    }

    static void checkThatAnAddressThatIsNoneIsRefused() {
        for (String address : List.of("", "wenlu.example.org", "ftp://wenlu.example.org", "http://", "http://a b")) {
            thrown(IllegalArgumentException.class, () -> Wenlu.builder().baseUrl(address).build());
        }
    }

    static void checkThatAnAddressWithAPasswordIsRefusedAndNotRepeated() {
        IllegalArgumentException refused = thrown(
                IllegalArgumentException.class, () -> Wenlu.builder().baseUrl("http://me:secret@a").build());
        same(false, refused.getMessage().contains("secret"));
    }

    static void checkThatAKeyThatCannotBeSentIsRefused() {
        Wenlu wenlu = client("http://127.0.0.1:9").build();
        for (String key : List.of("", "lesson 7", "第七课", "a\nb", "a".repeat(201))) {
            thrown(IllegalArgumentException.class, () -> wenlu.withIdempotencyKey(key));
            thrown(IllegalArgumentException.class, () -> wenlu.withRequestId(key));
        }
    }

    static void checkThatAnHttpClientThatFollowsRedirectsIsRefused() {
        HttpClient following =
                HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
        thrown(IllegalArgumentException.class, () -> Wenlu.builder().httpClient(following));
        Wenlu.builder().httpClient(HttpClient.newHttpClient());
    }

    static void checkThatATokenIsNotPrinted() {
        String printed = new AccessToken("secret", "Bearer", 3600, List.of("essay")).toString();
        same("AccessToken[tokenType=Bearer, expiresIn=3600, permissions=[essay]]", printed);
    }

    static void checkThatAnIdentifierCannotLeadElsewhere() {
        for (String id : List.of("", ".", "..")) {
            thrown(IllegalArgumentException.class, () -> client("http://127.0.0.1:9").build().portrait(id));
        }
    }

    static void checkThatWhatNeedsAKeySaysSoWithoutOne() {
        Wenlu wenlu = Wenlu.builder().baseUrl("http://127.0.0.1:9").build();
        String told = thrown(IllegalStateException.class, () -> wenlu.portrait("s1")).getMessage();
        same(true, told.contains("needs an API key"));
        thrown(NullPointerException.class, () -> wenlu.generateQuestions(null, "matching"));
    }

    // -- tokens and waits ----------------------------------------------------------------------------------------

    static void checkThatATokenIsRenewedBeforeItExpires() throws InterruptedException {
        AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5); // the clock of the JDK may begin anywhere, and wrap
        AtomicLong fetched = new AtomicLong();
        Tokens tokens = new Tokens(nanos::get);
        long[][] lives = {{3600, 3569, 3570}, {100, 89, 90}};
        for (long[] life : lives) {
            Callable<String> current = () -> tokens.current(
                    () -> new AccessToken("t" + fetched.incrementAndGet(), "Bearer", life[0], List.of()));
            String first = called(current);
            nanos.addAndGet(Duration.ofSeconds(life[1]).toNanos());
            same(first, called(current));
            nanos.addAndGet(Duration.ofSeconds(life[2] - life[1]).toNanos());
            same(false, first.equals(called(current)));
            tokens.drop("another");
            same(fetched.get(), Long.valueOf(called(current).substring(1)));
            tokens.drop("t" + fetched.get());
        }
    }

    static void checkThatWhatIsDeprecatedIsWarnedOfOnce() throws IOException {
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                told.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("wenlu.client");
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
        Map<String, String> headers = Map.of("Deprecation", "@1798761600", "Sunset", "Thu, 01 Jul 2027 00:00:00 GMT");
        try (Script script = new Script(200, PEERS, headers);
                Script refusing = new Script(404, "{}", headers)) {
            Wenlu wenlu = client(script.address()).build();
            wenlu.peers("s1");
            wenlu.peers("s2");
            Wenlu refused = client(refusing.address()).build();
            thrown(NotFoundException.class, () -> refused.peers("s1"));
        } finally {
            logger.removeHandler(handler);
        }
        same(1, told.size());
        same(true, told.get(0).contains("peers is deprecated: the service answers it until Thu, 01 Jul 2027"));
    }

    static void checkThatThreadsShareOneToken() throws Exception {
        try (Script script = new Script(PEERS)) {
            Wenlu wenlu = client(script.address()).build();
            ExecutorService threads = Executors.newFixedThreadPool(8);
            threads.invokeAll(Collections.nCopies(16, () -> wenlu.peers("s1")));
            threads.shutdown();
            same(1L, script.paths.stream().filter(each -> each.endsWith("/auth/token")).count());
            same(17, script.paths.size());
        }
    }

    static void checkThatThreadsShareTheFailureOfOneExchangeToo() throws Exception {
        Tokens tokens = new Tokens(System::nanoTime);
        AtomicLong exchanges = new AtomicLong();
        CountDownLatch ending = new CountDownLatch(1);
        Supplier<AccessToken> failing = () -> {
            exchanges.incrementAndGet();
            await(ending);
            throw new IllegalArgumentException("no token");
        };
        List<Thread> threads = new ArrayList<>();
        AtomicLong failed = new AtomicLong();
        for (int number = 0; number < 4; number++) {
            threads.add(new Thread(() -> {
                thrown(IllegalArgumentException.class, () -> tokens.current(failing));
                failed.incrementAndGet();
            }));
        }
        threads.forEach(Thread::start);
        while (threads.stream().anyMatch(each -> each.isAlive() && each.getState() != Thread.State.WAITING)) {
            Thread.sleep(5);
        }
        ending.countDown();
        for (Thread each : threads) {
            each.join();
        }
        same(4L, failed.get());
        same(1L, exchanges.get());
        same("t", tokens.current(() -> new AccessToken("t", "Bearer", 3600, List.of())));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    static void checkThatWaitsDoubleAndAreNeverTheSameForAll() {
        Duration first = Duration.ofMillis(500);
        for (int failures = 1; failures < 5; failures++) {
            long whole = 500L << (failures - 1);
            for (int times = 0; times < 200; times++) {
                long wait = Waits.after(failures, first, null).toMillis();
                same(true, whole / 2 <= wait && wait <= whole);
            }
        }
        same(Duration.ofSeconds(7), Waits.after(2, first, Duration.ofSeconds(7)));
        same(true, Stream.generate(() -> Waits.after(1, first, null)).limit(20).distinct().count() > 1);
    }

    // -- failures ------------------------------------------------------------------------------------------------

    static void checkThatRetryAfterIsWaitedForAndTold() throws Exception {
        try (Script script = new Script(429, "{\"code\":429,\"message\":\"slow\"}", Map.of("Retry-After", "1"))) {
            long start = System.nanoTime();
            RateLimitedException refused =
                    thrown(RateLimitedException.class, () -> client(script.address()).retries(1).build().peers("s1"));
            same(Duration.ofSeconds(1), refused.retryAfter());
            same(true, System.nanoTime() - start >= Duration.ofSeconds(1).toNanos());
        }
    }

    static void checkThatACallThatMustNotHappenTwiceIsRepeatedOnlyWhereItWasRefused() throws Exception {
        Operation once = new Operation(
                "POST",
                Operation.Address.V1,
                "/once",
                Operation.Body.JSON,
                Operation.Authentication.NONE,
                Set.of(Operation.Trait.ENVELOPE));
        for (int status : new int[] {429, 500, 502, 503, 504}) {
            try (Script script = new Script(status, FAILURE, Map.of("Retry-After", "0"))) {
                Wenlu wenlu = client(script.address()).build();
                thrown(WenluException.class, () -> wenlu.call(once, new Arguments(), Object.class));
                same(status == 429 || status == 503 ? 3 : 1, script.paths.size());
            }
        }
    }

    static void checkThatARedirectIsNotFollowed() throws Exception {
        try (Script script = new Script(302, "", Map.of("Retry-After", "0"))) {
            Wenlu wenlu = Wenlu.builder().baseUrl(script.address()).build();
            same(302, thrown(ServerErrorException.class, () -> wenlu.grammarText("你好")).status());
            same(1, script.paths.size());
        }
    }

    static void checkThatWhatCannotBeConnectedToWasNotSent() throws IOException {
        try (Socket silent = new Socket()) { // has its port for itself, and nobody listens there
            silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String address = "127.0.0.1:" + silent.getLocalPort();
            Wenlu wenlu = Wenlu.builder().baseUrl("http://" + address).retries(0).build();
            ConnectionFailedException failed = thrown(
                    ConnectionFailedException.class,
                    () -> wenlu.uploadfile(Recording.of(new byte[] {1}, "a.wav"), "你好"));
            same(false, failed.sent());
            same(true, failed.getMessage().startsWith("The connection to " + address + " failed"));
            same(true, failed.idempotencyKey() != null);
        }
    }

    static void checkThatAnAnswerThatTricklesInEndsWithTheTime() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread server = new Thread(() -> trickle(listening));
            server.start();
            Wenlu wenlu = client("http://127.0.0.1:" + listening.getLocalPort())
                    .timeout(Duration.ofMillis(300))
                    .build();
            TimedOutException late = thrown(TimedOutException.class, () -> wenlu.grammarText("你好"));
            same(true, late.sent() && late.getMessage().contains("no answer within 0.3 s"));
            server.join(5000); // the connection was closed: the server cannot write any more
            same(false, server.isAlive());
        }
    }

    private static void trickle(ServerSocket listening) {
        try (Socket connection = listening.accept()) {
            OutputStream out = connection.getOutputStream();
            out.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            while (true) {
                out.write(' ');
                Thread.sleep(20);
            }
        } catch (IOException | InterruptedException over) {
            // the client has gone
        }
    }

    static void checkThatAnInterruptedThreadStopsWaiting() throws Exception {
        try (Script script = new Script(500, FAILURE, Map.of("Retry-After", "30"))) {
            Wenlu wenlu = Wenlu.builder().baseUrl(script.address()).build();
            AtomicBoolean stopped = new AtomicBoolean();
            Thread waiting = new Thread(() -> {
                thrown(ConnectionFailedException.class, () -> wenlu.grammarText("你好"));
                stopped.set(Thread.interrupted());
            });
            waiting.start();
            while ((script.paths.isEmpty() || waiting.getState() != Thread.State.TIMED_WAITING) && waiting.isAlive()) {
                Thread.sleep(10);
            }
            waiting.interrupt();
            waiting.join(5000);
            same(true, stopped.get());
        }
    }

    static void checkThatAnErrorTellsWhatWasWrongAndWhatToDo() throws Exception {
        String body = "{\"code\":400,\"message\":\"Failed.\",\"error_code\":400002,\"remedy\":\"Ask for fewer.\","
                + "\"errors\":[{\"field\":\"count\",\"message\":\"must be at most 50\"}],\"request_id\":\"r1\"}";
        try (Script script = new Script(400, body, Map.of("Retry-After", "0"))) {
            Wenlu wenlu = Wenlu.builder().baseUrl(script.address()).build();
            WenluException told = thrown(WenluException.class, () -> wenlu.grammarText("你好"));
            String text = "Failed. count: must be at most 50; Ask for fewer. (400002, request r1)";
            same("wenlu.client.errors.BadRequestException: " + text, told.toString());
        }
    }

    // -- what the checks share -------------------------------------------------------------------------------------

    private static String success(String fields) {
        return "{\"code\":200,\"message\":\"success\",\"data\":{" + fields + "}}";
    }

    private static Wenlu.Builder client(String address) {
        return Wenlu.builder().baseUrl(address).apiKey("key").backoff(Duration.ZERO);
    }

    private static String called(Callable<String> callable) {
        try {
            return callable.call();
        } catch (Exception fault) {
            throw new AssertionError(fault);
        }
    }

    private static void same(Object expected, Object found) {
        if (!Objects.equals(expected, found)) {
            throw new AssertionError("expected " + expected + " and found " + found);
        }
    }

    private static <T extends Throwable> T thrown(Class<T> expected, Callable<?> call) {
        Object given;
        try {
            given = call.call();
        } catch (Throwable thrown) {
            if (expected.isInstance(thrown)) {
                return expected.cast(thrown);
            }
            throw new AssertionError("expected " + expected + " and found " + thrown, thrown);
        }
        throw new AssertionError("expected " + expected + " and found " + given);
    }

    /** A server that gives a token to whoever asks, and every other call the same answer. */
    private static final class Script implements AutoCloseable {
        final Queue<String> paths = new ConcurrentLinkedQueue<>();
        private final HttpServer server;

        Script(String body) throws IOException {
            this(200, body, Map.of());
        }

        Script(int status, String body, Map<String, String> headers) throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                String path = exchange.getRequestURI().getPath();
                paths.add(path);
                if (path.endsWith("/auth/token")) {
                    answer(exchange, 200, TOKEN);
                } else {
                    headers.forEach(exchange.getResponseHeaders()::set);
                    answer(exchange, status, body);
                }
            });
            server.start();
        }

        String address() {
            return "http://127.0.0.1:" + server.getAddress().getPort();
        }

        private static void answer(HttpExchange exchange, int status, String text) throws IOException {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }
}
