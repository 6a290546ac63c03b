package wenlu.client.models;

/**
 * Why the text is not scored like an essay.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param kind one of repetition, copied_title, no_sense, foreign, classical
 * @param severity one of caution, refusal
 */
public record FindingShown(String kind, String severity, Bilingual reason) {}
