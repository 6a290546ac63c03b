package wenlu.client.models;

import wenlu.client.json.JsonName;

/**
 * Performance.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param labelKnown False: nothing is known, and {@code level} is no claim; no page shows it
 */
public record Performance(double score, String level, boolean known, @JsonName("label_known") boolean labelKnown) {}
