package wenlu.client.models;

import java.util.List;

/**
 * Analysis.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public record Analysis(List<String> strengths, List<String> weaknesses, List<AdviceItem> recommendations) {}
