package wenlu.client.models;

import java.util.List;

/**
 * A tone; 5 is the neutral tone.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param accepted All tones that count as right here, by sandhi or habit
 * @param score 0-100; null where it cannot be judged
 * @param verdict unsure: it cannot be judged; nothing is claimed, and it costs nothing; one of right, unsure,
 *     wrong
 * @param heard The tone heard, 1-5, where that is sure enough to be said
 */
public record ToneJudged(
        long expected, List<Long> accepted, Double score, double confidence, String verdict, Long heard) {}
