package wenlu.client.models;

/**
 * An initial or a final.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param expected As spelt in pinyin, with ü
 * @param score 0-100; null where it cannot be judged
 * @param confidence How far the judgement can be trusted
 * @param verdict unsure: it cannot be judged; nothing is claimed, and it costs nothing; one of right, unsure,
 *     wrong
 * @param heard What was heard instead, where that is sure enough to be said
 */
public record SoundJudged(String expected, Double score, double confidence, String verdict, String heard) {}
