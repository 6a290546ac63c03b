package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;
import wenlu.client.json.MayBeAbsent;

/**
 * A question as the contract has it; the fields after {@code tags} are extras.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param type one of multiple_choice, fill_blank, matching, ordering
 * @param level one of beginner, intermediate, advanced
 * @param topic one of grammar, vocabulary, reading, listening
 * @param standard The standard of standard_level; default GF 0025-2021
 * @param standardLevel 7 stands for the band 7-9
 * @param points Grammar points this question is evidence for
 * @param audio What a listening question plays
 */
public record Question(
        String id,
        String type,
        String level,
        String question,
        List<QuestionOption> options,
        @JsonName("correct_answer") String correctAnswer,
        String explanation,
        List<String> tags,
        String topic,
        @MayBeAbsent String standard,
        @JsonName("standard_level") long standardLevel,
        List<String> points,
        @MayBeAbsent Audio audio) implements QuestionResult {}
