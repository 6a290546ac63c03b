package wenlu.client.models;

/**
 * Words of one level.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param level 1-7 in GF 0025-2021; null: not on the list
 */
public record LevelShare(Long level, long words, double share) {}
