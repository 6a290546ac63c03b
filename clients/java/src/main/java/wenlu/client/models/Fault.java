package wenlu.client.models;

/**
 * Where an answer is wrong: code points of the answer as given, end excluded.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param kind one of wrong, missing, extra, tone, letters, place, pair
 */
public record Fault(long start, long end, String kind, String given, String expected) {}
