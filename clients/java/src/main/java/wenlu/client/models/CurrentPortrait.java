package wenlu.client.models;

import wenlu.client.json.JsonName;

/**
 * Current portrait.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public record CurrentPortrait(
        @JsonName("language_ability") LanguageAbility languageAbility,
        @JsonName("classroom_performance") Performance classroomPerformance,
        @JsonName("community_performance") Performance communityPerformance) {}
