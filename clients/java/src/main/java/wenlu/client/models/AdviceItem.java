package wenlu.client.models;

import java.util.List;

/**
 * Advice item.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param resources Ids of knowledge points or questions to work on
 */
public record AdviceItem(String type, String content, List<String> resources) {}
