package wenlu.client.models;

import wenlu.client.json.JsonName;
import wenlu.client.json.MayBeAbsent;

/**
 * A request that waits for the operator; the quota headers of later answers show what was granted.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param state one of open; default open
 * @param kind one of temporary, upgrade
 * @param tier one of free, education, professional, enterprise
 * @param period The month in which it was made, YYYY-MM in UTC+8
 * @param madeAt ISO 8601 UTC timestamp
 */
public record QuotaRequestMade(
        @JsonName("request_id") String requestId,
        @MayBeAbsent String state,
        String kind,
        @MayBeAbsent Long calls,
        @MayBeAbsent String tier,
        String reason,
        String period,
        @JsonName("made_at") String madeAt) {}
