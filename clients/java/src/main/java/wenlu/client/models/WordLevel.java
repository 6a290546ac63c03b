package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;

/**
 * Errors of characters, marks and words.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public record WordLevel(@JsonName("error_count") long errorCount, List<WordError> errors) {}
