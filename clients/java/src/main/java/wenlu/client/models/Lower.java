package wenlu.client.models;

import java.util.List;

/**
 * What to change to reach the level below: replacing the words is enough; the points are harder than it, too.
 * Nothing where no level is known.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param reachable False at level 1, where no level is known and where changing words is not enough
 */
public record Lower(long level, List<String> words, List<String> points, boolean reachable) {}
