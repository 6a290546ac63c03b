package wenlu.client.models;

import wenlu.client.json.JsonName;

/**
 * Level labels.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param labelKnown False: no skill is known, and {@code language} is no claim; no page shows it
 * @param nextStarExp Experience of the next star; null at the last
 */
public record LevelLabels(
        String language,
        @JsonName("star_level") long starLevel,
        @JsonName("star_exp") long starExp,
        @JsonName("label_known") boolean labelKnown,
        @JsonName("next_star_exp") Long nextStarExp) {}
