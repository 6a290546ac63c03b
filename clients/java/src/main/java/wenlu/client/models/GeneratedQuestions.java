package wenlu.client.models;

import java.util.List;
import wenlu.client.json.MayBeAbsent;

/**
 * {@code total} is the number of questions given; fewer than asked for comes with {@code notice}.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param requested The count asked for
 * @param notice Why fewer than requested were given; nothing is repeated instead
 * @param seed Send it again to get the same items
 */
public record GeneratedQuestions(
        List<Question> questions,
        long total,
        long requested,
        @MayBeAbsent String notice,
        long seed) {}
