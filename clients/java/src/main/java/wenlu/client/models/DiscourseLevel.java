package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;
import wenlu.client.json.MayBeAbsent;

/**
 * The whole text. The three scores are checklists; {@code known} says which of them go with examiners' scores.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param known Parts whose score goes with examiners' scores. A part that is not among them is a count, and no
 *     page shows its score
 * @param suggestions In the language of Accept-Language
 * @param advice The suggestions in both languages; none in reports of before 2026-11-28
 */
public record DiscourseLevel(
        @JsonName("structure_score") double structureScore,
        @JsonName("coherence_score") double coherenceScore,
        @JsonName("content_score") double contentScore,
        @MayBeAbsent List<String> known,
        List<String> suggestions,
        @MayBeAbsent List<Bilingual> advice,
        List<EvidenceShown> evidence) {}
