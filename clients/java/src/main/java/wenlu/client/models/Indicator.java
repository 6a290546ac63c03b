package wenlu.client.models;

/**
 * One of the eleven, with what its score was made of.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param name one of speed_of_speech, silent_pause_frequency, text_integrity, rate_of_pronunciation,
 *     pronunciation_time_ratio, pause_fluency, corrected_fluency, average_length_of_silent_pause,
 *     average_flow_length, sentence_intonation, accurary
 * @param value Raw value in {@code unit}; null where nothing can be said
 * @param n How many syllables, pauses or groups the value rests on
 */
public record Indicator(
        String name,
        Bilingual label,
        double score,
        Double value,
        String unit,
        long n,
        double confidence,
        Reference reference) {}
