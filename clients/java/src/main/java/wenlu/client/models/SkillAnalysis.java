package wenlu.client.models;

/**
 * Skill analysis.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public record SkillAnalysis(SkillScore vocabulary, SkillScore grammar, SkillScore reading, SkillScore listening) {}
