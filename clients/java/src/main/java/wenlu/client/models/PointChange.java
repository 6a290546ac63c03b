package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;
import wenlu.client.json.MayBeAbsent;

/**
 * A knowledge point whose status crossed the bound of "met" (60 % right) between the beginning and the end of the
 * time.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param standard default GF 0025-2021
 * @param statusBefore one of exceeded, mastered, learning, not_started
 * @param status one of exceeded, mastered, learning, not_started
 * @param nBefore Answers up to the beginning of the time, children's included
 * @param n Answers up to the end of the time, children's included
 * @param evidence evaluation_id#position of each answer of the time on it, oldest first
 */
public record PointChange(
        @JsonName("point_id") String pointId,
        String name,
        long level,
        @MayBeAbsent String standard,
        @JsonName("status_before") String statusBefore,
        String status,
        @JsonName("n_before") long nBefore,
        @JsonName("correct_before") long correctBefore,
        long n,
        long correct,
        List<String> evidence) {}
