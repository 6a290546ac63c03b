package wenlu.client.json;

/** A text is not JSON, or a value is not what its model says. The message says where. */
public final class JsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception with its message. */
    public JsonException(String message) {
        super(message);
    }
}
