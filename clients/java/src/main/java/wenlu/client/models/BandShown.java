package wenlu.client.models;

import wenlu.client.json.JsonName;

/**
 * The band of an essay, by what its level's task asks.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param task How much of what the level asks for is written; not_judged: see findings; one of done, nearly, half,
 *     begun, not_judged
 * @param text Level, task and evidence in words
 * @param canDo What a writer at this level can do
 */
public record BandShown(String task, Bilingual text, @JsonName("can_do") Bilingual canDo) {}
