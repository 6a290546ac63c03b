package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;

/**
 * Path stage.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param estimatedDuration Minutes
 * @param reviews Points met before that are due for a look in this stage
 * @param week Week from now in which the stage begins, 1 = this one
 */
public record PathStage(
        long stage,
        List<String> points,
        List<String> resources,
        @JsonName("estimated_duration") long estimatedDuration,
        long level,
        List<String> reviews,
        long week) {}
