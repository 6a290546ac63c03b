package wenlu.client.models;

import java.util.List;

/**
 * One edit, or a place to check.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param start Code points of the essay
 * @param end Excluded; equal to start where something is missing
 * @param type B wrong character, L missing, D extra, P punctuation, W wrong word, S structure; one of B, L, D, P,
 *     W, S
 * @param confidence How sure the engine is of it: the measured probabilities of those who say so, put together by
 *     a rule that was not measured
 * @param judges Who says so, surest first: a rule by its id, ngram, encoder, usage; the operator's language model,
 *     measured_language_model where it was measured to be right about such edits, language_model where not
 * @param point Grammar point or word that it is about; empty where it is about none
 */
public record EditShown(
        long start,
        long end,
        String original,
        String replacement,
        String type,
        double confidence,
        List<String> judges,
        String point,
        Bilingual explanation) {}
