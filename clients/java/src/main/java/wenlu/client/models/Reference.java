package wenlu.client.models;

/**
 * What readers are measured at.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public record Reference(double low, double high, Bilingual source) {}
