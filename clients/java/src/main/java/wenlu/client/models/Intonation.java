package wenlu.client.models;

import java.util.List;

/**
 * Pitch and length over one intonation group.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param reasons What was found, one sentence each
 * @param line Seconds and semitones over the speaker's median, for drawing
 */
public record Intonation(long first, long last, Double score, List<Bilingual> reasons, List<List<Double>> line) {}
