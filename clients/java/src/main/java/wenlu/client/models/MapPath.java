package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;

/**
 * Map path.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public record MapPath(
        @JsonName("hsk_path") List<String> hskPath,
        @JsonName("recommended_resources") List<String> recommendedResources) {}
