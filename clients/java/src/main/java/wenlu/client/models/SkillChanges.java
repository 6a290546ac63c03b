package wenlu.client.models;

/**
 * Skill changes.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public record SkillChanges(Change vocabulary, Change grammar, Change reading, Change listening) {}
