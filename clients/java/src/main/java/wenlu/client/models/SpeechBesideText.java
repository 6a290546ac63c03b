package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;

/**
 * Something said that the text does not hold.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param kind one of extra, repeat, filler
 * @param after Number of the syllable before it, -1 before the first
 * @param syllables How many were said, about
 * @param repeated First and last syllable that was said again
 */
public record SpeechBesideText(
        String kind,
        @JsonName("start_ms") long startMs,
        @JsonName("end_ms") long endMs,
        long after,
        long syllables,
        List<Long> repeated) {}
