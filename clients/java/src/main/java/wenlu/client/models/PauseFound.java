package wenlu.client.models;

import wenlu.client.json.JsonName;

/**
 * A silence inside the speech.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param after Number of the syllable before it
 * @param place At a mark, or inside a phrase; one of boundary, inside
 * @param costs Whether it lowers a score: inside pauses, and long ones at marks
 */
public record PauseFound(
        @JsonName("start_ms") long startMs,
        @JsonName("end_ms") long endMs,
        long after,
        String place,
        boolean costs) {}
