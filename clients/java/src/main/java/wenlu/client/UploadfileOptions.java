package wenlu.client;

/**
 * What is optional in {@link Wenlu#uploadfile}.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public final class UploadfileOptions {
    private final Arguments arguments;

    UploadfileOptions(Arguments arguments) {
        this.arguments = arguments;
    }

    /**
     * Sets {@code studentId}.
     *
     * @param value Whose reading it is; needs a token. Without it nothing is stored
     */
    public UploadfileOptions studentId(String value) {
        arguments.content("student_id", value);
        return this;
    }
}
