package wenlu.client.models;

import wenlu.client.json.JsonName;

/**
 * Distinct grammar points found, by level; levels 6 and 7-9 together.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public record GrammarCount(
        @JsonName("level_1") long level1,
        @JsonName("level_2") long level2,
        @JsonName("level_3") long level3,
        @JsonName("level_4") long level4,
        @JsonName("level_5") long level5,
        @JsonName("level_6_9") long level6_9) {}
