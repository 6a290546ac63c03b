package wenlu.client.models;

/**
 * A grammar point at or above the text's level.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public record HardPoint(String id, long level, long count) {}
