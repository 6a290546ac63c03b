package wenlu.client;

import java.lang.reflect.Type;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import wenlu.client.errors.BadRequestException;
import wenlu.client.errors.Failure;
import wenlu.client.errors.FieldFault;
import wenlu.client.errors.ForbiddenException;
import wenlu.client.errors.NotFoundException;
import wenlu.client.errors.RateLimitedException;
import wenlu.client.errors.ServerErrorException;
import wenlu.client.errors.UnauthorizedException;
import wenlu.client.errors.UnavailableException;
import wenlu.client.errors.WenluException;
import wenlu.client.json.JsonException;
import wenlu.client.json.JsonReader;
import wenlu.client.json.Records;

/** Reads what the service answered: a result, or the error that it means. */
final class Answers {
    private Answers() {}

    /** The result out of its envelope. Throws {@link WenluException} for an answer that is none. */
    static Object result(Operation operation, HttpResponse<byte[]> answer, Type type, String requestId) {
        if (answer.statusCode() >= 400) {
            throw error(answer, requestId);
        }
        if (answer.statusCode() >= 300) {
            String where = answer.headers().firstValue("location").orElse("another address");
            String message = "The service redirects to " + where + "; make the client with that address.";
            throw unexpected(message, answer, requestId, null);
        }
        try {
            Object body = JsonReader.read(text(answer));
            return operation.is(Operation.Trait.ENVELOPE)
                    ? Records.read(data(body), type, "data")
                    : Records.read(there(body, "answer"), type, "answer");
        } catch (JsonException fault) {
            String message = "The answer is not what the documents say: " + fault.getMessage();
            throw unexpected(message, answer, requestId, fault);
        }
    }

    private static Object data(Object body) {
        return there(body instanceof Map<?, ?> envelope ? envelope.get("data") : null, "data");
    }

    private static Object there(Object value, String name) {
        if (value == null) {
            throw new JsonException(name + " is missing");
        }
        return value;
    }

    private static WenluException error(HttpResponse<byte[]> answer, String sentRequestId) {
        Failure failure = failure(answer, sentRequestId);
        return switch (answer.statusCode()) {
            case 401 -> new UnauthorizedException(failure, null);
            case 403 -> new ForbiddenException(failure, null);
            case 404 -> new NotFoundException(failure, null);
            case 429 -> new RateLimitedException(failure, null);
            case 503 -> new UnavailableException(failure, null);
            default -> failure.status() < 500
                    ? new BadRequestException(failure, null)
                    : new ServerErrorException(failure, null);
        };
    }

    /** What an answer says of a failure. Its text need not be JSON: a proxy may have written it. */
    private static Failure failure(HttpResponse<byte[]> answer, String sentRequestId) {
        Map<?, ?> body = object(text(answer));
        int status = answer.statusCode();
        return new Failure(
                status,
                body.get("code") instanceof Number code ? code.intValue() : status,
                body.get("error_code") instanceof Number code ? (Integer) code.intValue() : null,
                string(body.get("message"), "The service answered with status " + status + "."),
                faults(body.get("errors")),
                string(body.get("remedy"), ""),
                string(body.get("request_id"), answer.headers().firstValue("x-request-id").orElse(sentRequestId)),
                answer.headers().firstValue("retry-after").map(Answers::seconds).orElse(null));
    }

    private static ServerErrorException unexpected(
            String message, HttpResponse<byte[]> answer, String requestId, Throwable cause) {
        int status = answer.statusCode();
        Failure failure = new Failure(status, status, null, message, List.of(), "", requestId, null);
        return new ServerErrorException(failure, cause);
    }

    private static Map<?, ?> object(String text) {
        try {
            return JsonReader.read(text) instanceof Map<?, ?> object ? object : Map.of();
        } catch (JsonException notJson) {
            return Map.of();
        }
    }

    private static List<FieldFault> faults(Object errors) {
        if (!(errors instanceof List<?> listed)) {
            return List.of();
        }
        return listed.stream()
                .filter(Map.class::isInstance)
                .map(each -> (Map<?, ?>) each)
                .map(each -> new FieldFault(string(each.get("field"), ""), string(each.get("message"), "")))
                .toList();
    }

    private static String string(Object value, String otherwise) {
        return value instanceof String text && !text.isEmpty() ? text : otherwise;
    }

    /** Retry-After in seconds; null where it is written as a date. */
    private static Duration seconds(String header) {
        return header.strip().matches("\\d{1,9}") ? Duration.ofSeconds(Long.parseLong(header.strip())) : null;
    }

    private static String text(HttpResponse<byte[]> answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }
}
