package wenlu.client.models;

/**
 * A clause in which something is off; what should stand there is not known.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param start Code points of the essay
 * @param end Excluded
 * @param probability Share of the clauses called so that are off, measured on learners' writing
 * @param suspected B wrong character, L missing, D extra, W wrong word, S order; empty where no kind is suspected;
 *     one of B, L, D, W, S,
 */
public record DoubtShown(long start, long end, double probability, String suspected, Bilingual explanation) {}
