package wenlu.client.models;

import java.util.List;

/**
 * Something done well, with the words that show it.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param kind point: a grammar point of the declared level or above; joined: clauses joined by such a point, or by
 *     one of the level below; words: words of the declared level or above; particles: 的, 地 and 得 throughout; one
 *     of point, joined, words, particles
 * @param point Id of the grammar point; empty where it is about none
 * @param spans Passages that show it; of particles none
 * @param count How many places show it, with those that are not among the passages
 */
public record StrengthShown(String kind, String point, List<SpanShown> spans, long count) {}
