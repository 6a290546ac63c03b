package wenlu.client.models;

import java.util.List;
import java.util.Map;
import wenlu.client.json.JsonName;

/**
 * The contract's result, and what it rests on.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param evaluationId Where the result was stored for a student
 * @param confidence Of the total
 * @param totalInterval 80 % range of the total
 * @param short_ So few syllables could be judged that the range says more than the total, and nothing is said of
 *     the pace
 * @param judgedShare Share of the read syllables that could be judged
 * @param omitted Numbers of syllables that were left out: those with this verdict
 * @param wrong Numbers of syllables that another was said for: those with the verdict replaced
 * @param indicators Eleven, in the contract's order
 * @param findings What to do next, the most useful first; never more than five
 * @param note What these scores are not: calibrated on scored learners
 * @param models Version of every model that was used
 */
public record SpeechReport(
        String filename,
        @JsonName("speed_of_speech_score") double speedOfSpeechScore,
        @JsonName("silent_pause_frequency_score") double silentPauseFrequencyScore,
        @JsonName("text_integrity_score") double textIntegrityScore,
        @JsonName("rate_of_pronunciation_score") double rateOfPronunciationScore,
        @JsonName("pronunciation_time_ratio_score") double pronunciationTimeRatioScore,
        @JsonName("pause_fluency_score") double pauseFluencyScore,
        @JsonName("corrected_fluency_score") double correctedFluencyScore,
        @JsonName("average_length_of_silent_pause_score") double averageLengthOfSilentPauseScore,
        @JsonName("average_flow_length_score") double averageFlowLengthScore,
        @JsonName("sentence_intonation_score") double sentenceIntonationScore,
        @JsonName("accurary_score") double accuraryScore,
        @JsonName("total_score") double totalScore,
        @JsonName("evaluation_id") String evaluationId,
        String text,
        double confidence,
        @JsonName("total_interval") List<Double> totalInterval,
        @JsonName("short") boolean short_,
        @JsonName("judged_share") double judgedShare,
        List<SyllableJudged> syllables,
        List<Long> omitted,
        List<Long> wrong,
        List<SpeechBesideText> beside,
        List<PauseFound> pauses,
        List<Indicator> indicators,
        List<Intonation> intonation,
        Quality quality,
        List<Bilingual> findings,
        Bilingual note,
        Map<String, String> models) implements EvaluationResult {}
