package wenlu.client.models;

import java.util.List;

/**
 * Share of the text's words at or below each level 1-7.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public record Coverage(String standard, List<Double> words, List<Double> characters) {}
