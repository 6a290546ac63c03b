package wenlu.client.models;

import wenlu.client.json.JsonName;

/**
 * Update result.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param students Students with new evidence
 * @param records Pieces of evidence taken in
 * @param pointsChanged Points whose record changed, added over students
 * @param watermark Evidence up to this ingest number is in the map
 */
public record UpdateResult(
        long students,
        long records,
        @JsonName("points_changed") long pointsChanged,
        long watermark) {}
