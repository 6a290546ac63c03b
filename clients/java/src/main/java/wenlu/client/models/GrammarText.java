package wenlu.client.models;

import java.util.List;
import java.util.Map;
import wenlu.client.json.JsonName;
import wenlu.client.json.MayBeAbsent;

/**
 * The text difficulty result of the contract; the fields after {@code grammar_count} are extras.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param difficultyLevel one of 1, 2, 3, 4, 5, 6, 7
 * @param standard The standard of difficulty_level; default GF 0025-2021
 * @param known False when the text holds no Chinese word that could be judged
 * @param levelKnown False: the text has fewer than 30 {@code words}, and {@code difficulty_level} is no claim; no
 *     page shows it
 * @param levelInterval Lowest and highest level around {@code difficulty_level} that hold 80 % of {@code
 *     level_probabilities}; 90 %, and two levels at least, where {@code level_known} is false
 * @param levelProbabilities For the levels 1 to 7; {@code difficulty_level} is the median of them
 * @param words Words that the level rests on (names, numbers, compounds of easy parts and Latin text left out)
 */
public record GrammarText(
        @JsonName("grammar_list") List<String> grammarList,
        @JsonName("grammar_dict") Map<String, List<List<Object>>> grammarDict,
        @JsonName("difficulty_level") String difficultyLevel,
        @JsonName("grammar_count") GrammarCount grammarCount,
        @MayBeAbsent String standard,
        boolean known,
        @JsonName("level_known") boolean levelKnown,
        @JsonName("level_interval") List<Long> levelInterval,
        @JsonName("level_probabilities") List<Double> levelProbabilities,
        long words,
        Reasons reasons,
        List<Coverage> coverage,
        Lower lower) {}
