package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;

/**
 * One question of a recommendation with its reason.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param questionId Of an item, of a sentence to read aloud (say_...), of an essay title (essay_...), or of a
 *     text, an essay or a lesson that a teacher assigned (asg_...); GET /classroom/questions/{question_id} has it,
 *     of a lesson GET /recommendation/resources/{resource_id}
 * @param kind one of item, say, essay, text
 * @param target Knowledge point id, word, or tones such as 3-3; empty: practice at the level
 * @param why one of urgent, due, weak, retry, ready, early, repeat, random, level, new_word, assigned
 * @param chance Predicted chance of a right answer when the plan was made
 * @param probability With which this target was picked; below 1 where chance had a part
 * @param done Answered on this day
 * @param evidence Sources of the errors that it answers
 */
public record PlannedQuestion(
        @JsonName("question_id") String questionId,
        String kind,
        String target,
        String why,
        String reason,
        Double chance,
        double probability,
        boolean done,
        List<String> evidence) {}
