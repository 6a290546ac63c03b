package wenlu.client;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A form with a file in it (multipart/form-data, RFC 7578). */
final class Multipart {
    private static final String ANY_BYTES = "Content-Type: application/octet-stream";

    private final String boundary;

    /** Makes a form whose parts are divided by a text that occurs in none of them. */
    Multipart(String boundary) {
        this.boundary = boundary;
    }

    String contentType() {
        return "multipart/form-data; boundary=" + boundary;
    }

    /** What sends the parts: recordings as files, all else as text. */
    BodyPublisher publisher(Map<String, Object> parts) {
        List<BodyPublisher> pieces = new ArrayList<>();
        parts.forEach((name, value) -> {
            if (value instanceof Recording recording) {
                pieces.add(head(name, "; filename=\"" + quoted(recording.filename()) + "\"\r\n" + ANY_BYTES));
                pieces.add(recording.publisher());
                pieces.add(text("\r\n"));
            } else {
                pieces.add(head(name, ""));
                pieces.add(text(value + "\r\n"));
            }
        });
        pieces.add(text("--" + boundary + "--\r\n"));
        return BodyPublishers.concat(pieces.toArray(BodyPublisher[]::new));
    }

    private BodyPublisher head(String name, String more) {
        String disposition = "Content-Disposition: form-data; name=\"" + quoted(name) + "\"";
        return text("--" + boundary + "\r\n" + disposition + more + "\r\n\r\n");
    }

    private static BodyPublisher text(String text) {
        return BodyPublishers.ofString(text, StandardCharsets.UTF_8);
    }

    /** A name between quotation marks, as browsers write it. */
    private static String quoted(String name) {
        return name.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
    }
}
