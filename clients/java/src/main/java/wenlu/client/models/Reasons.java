package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;

/**
 * Words and characters that the level below does not hold, and grammar points at or above the level; above level 1
 * where no level is known.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param characters Characters above the level, hardest first
 */
public record Reasons(
        List<HardWord> words,
        List<String> characters,
        List<HardPoint> points,
        @JsonName("words_per_clause") double wordsPerClause) {}
