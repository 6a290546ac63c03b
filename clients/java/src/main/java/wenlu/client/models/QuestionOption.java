package wenlu.client.models;

/**
 * {@code id} is the option's label.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public record QuestionOption(String id, String text) {}
