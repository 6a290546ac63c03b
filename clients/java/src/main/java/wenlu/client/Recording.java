package wenlu.client;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;

/** A recording to upload: a file, bytes or a stream, with the name under which the service sees it. */
public final class Recording {
    private final String filename;
    private final Path path;
    private final byte[] bytes;

    private Recording(String filename, Path path, byte[] bytes) {
        this.filename = filename;
        this.path = path;
        this.bytes = bytes;
    }

    /** A file, which is read while it is sent. */
    public static Recording of(Path path) {
        return new Recording(path.getFileName().toString(), path, null);
    }

    /** A recording in memory. */
    public static Recording of(byte[] bytes, String filename) {
        return new Recording(filename, null, bytes.clone());
    }

    /** A stream, which is read to its end now, so that it can be sent more than once; the caller closes it. */
    public static Recording of(InputStream stream, String filename) throws IOException {
        return new Recording(filename, null, stream.readAllBytes());
    }

    /** The name of the file. */
    public String filename() {
        return filename;
    }

    /** What sends the recording, anew for each attempt. */
    BodyPublisher publisher() {
        if (path == null) {
            return BodyPublishers.ofByteArray(bytes);
        }
        try {
            return BodyPublishers.ofFile(path);
        } catch (FileNotFoundException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
