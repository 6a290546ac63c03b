package wenlu.client.models;

import java.util.List;

/**
 * Words and grammar points used, by level; names and numerals left out.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param level 1-7: level at which 95 % of the words are known; null where the words are too few to tell
 * @param points Grammar points used, the easiest first
 */
public record LevelProfile(Long level, List<LevelShare> words, List<String> points) {}
