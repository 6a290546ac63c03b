package wenlu.client.models;

import wenlu.client.json.JsonName;

/**
 * excellent = exceeded, good = mastered, average = learning.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public record MasteryStats(long excellent, long good, long average, @JsonName("not_started") long notStarted) {}
