package wenlu.client.models;

/**
 * A text in the two languages of the interface.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public record Bilingual(String zh, String en) {}
