package wenlu.client.models;

import wenlu.client.json.JsonName;

/**
 * A word that lifts the level.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param level 1-7 in GF 0025-2021; null when the list does not hold it
 * @param syllabusLevel 1-7 in the HSK syllabus of 2025; null when it does not hold it
 * @param share Its places as a share of the text's words
 */
public record HardWord(
        String word,
        Long level,
        @JsonName("syllabus_level") Long syllabusLevel,
        long count,
        double share) {}
