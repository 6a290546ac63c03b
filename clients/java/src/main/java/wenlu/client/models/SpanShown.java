package wenlu.client.models;

/**
 * A passage of the essay.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param start Code points of the essay
 * @param end Excluded
 */
public record SpanShown(long start, long end) {}
