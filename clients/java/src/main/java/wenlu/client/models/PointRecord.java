package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;
import wenlu.client.json.MayBeAbsent;

/**
 * A knowledge point with the answers of the period under it.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param standard default GF 0025-2021
 * @param evidence evaluation_id#position of each answer
 */
public record PointRecord(
        @JsonName("point_id") String pointId,
        String name,
        long level,
        @MayBeAbsent String standard,
        long n,
        long correct,
        List<String> evidence) {}
