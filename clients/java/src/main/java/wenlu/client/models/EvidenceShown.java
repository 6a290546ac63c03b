package wenlu.client.models;

/**
 * What a discourse score rests on.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param part one of structure, coherence, content
 * @param start Place in the essay that shows it, where one does
 */
public record EvidenceShown(String part, Bilingual text, Long start, Long end) {}
