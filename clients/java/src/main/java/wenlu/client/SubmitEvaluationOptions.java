package wenlu.client;

/**
 * What is optional in {@link Wenlu#submitEvaluation}.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public final class SubmitEvaluationOptions {
    private final Arguments arguments;

    SubmitEvaluationOptions(Arguments arguments) {
        this.arguments = arguments;
    }

    /** Sets {@code sessionId}. */
    public SubmitEvaluationOptions sessionId(String value) {
        arguments.content("session_id", value);
        return this;
    }
}
