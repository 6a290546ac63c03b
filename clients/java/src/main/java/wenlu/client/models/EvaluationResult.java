package wenlu.client.models;

/**
 * One of Evaluation, EssayReport, SpeechReport: {@code instanceof} says which.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public sealed interface EvaluationResult permits Evaluation, EssayReport, SpeechReport {}
