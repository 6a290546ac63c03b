package wenlu.client.models;

import java.util.List;
import java.util.Map;
import wenlu.client.json.JsonName;
import wenlu.client.json.MayBeAbsent;

/**
 * The contract's result, and what it rests on.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param markedVersion The essay with its edits written in: 提[B题]高, 吃[L了], [D的], ，[P,], [W尊敬→尊重], [S...→...];
 *     marks of several characters or removed ones as [P...→……]; the characters [ ] → and \ of the essay with a \
 *     before them
 * @param hskLevel one of 1, 2, 3, 4, 5, 6
 * @param framework one of RASNC, RACAPE
 * @param strictness one of strict, normal, gentle
 * @param band Null in reports of before 2026-11-29
 * @param scoreRange 80 % range of the overall score where it is calibrated; else from what it would be with as
 *     many errors as usually stay untold
 * @param calibrated Whether the overall score was fitted on scored essays of this level
 * @param edits By place, without overlap: everything else follows from them
 * @param checks Places that may be wrong: they cost nothing and are not in the corrected version
 * @param doubts Clauses in which something is off, by position, without a correction: they cost nothing, and hold
 *     no edit and no place to check. Empty in reports of before 2026-11-29
 * @param strengths What was done well, at most three; nothing in it lies in a clause with an edit or a place to
 *     check. None in reports of before 2026-11-29
 * @param characters Chinese ones
 * @param findings Reasons for which the text is not scored like an essay
 * @param opinion What the operator's language model would give, 0-100; it moves no score, and is empty without one
 * @param engine Which engine answered
 * @param models Versions of everything that judged
 */
public record EssayReport(
        @JsonName("evaluation_id") String evaluationId,
        @JsonName("overall_score") double overallScore,
        @JsonName("word_level") WordLevel wordLevel,
        @JsonName("sentence_level") SentenceLevel sentenceLevel,
        @JsonName("discourse_level") DiscourseLevel discourseLevel,
        @JsonName("marked_version") String markedVersion,
        @JsonName("corrected_version") String correctedVersion,
        @JsonName("essay_title") String essayTitle,
        @JsonName("essay_content") String essayContent,
        @JsonName("hsk_level") String hskLevel,
        String framework,
        String strictness,
        @MayBeAbsent BandShown band,
        @JsonName("score_range") List<Double> scoreRange,
        boolean calibrated,
        List<EditShown> edits,
        List<EditShown> checks,
        @MayBeAbsent List<DoubtShown> doubts,
        @MayBeAbsent List<StrengthShown> strengths,
        long characters,
        @JsonName("level_profile") LevelProfile levelProfile,
        List<FindingShown> findings,
        @MayBeAbsent Map<String, Long> opinion,
        String engine,
        List<String> models) implements EvaluationResult {}
