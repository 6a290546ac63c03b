package wenlu.client.models;

import java.util.List;

/**
 * This time against the time before; no claim where the interval of the difference holds 0.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param difference now - before; null where one of them has no answers
 * @param interval 95 % interval of difference (Newcombe, over as many answers as the days are worth; never beyond
 *     -100 to 100); null under 2 days with answers on a side
 * @param verdict one of improved, declined, no_claim
 */
public record Change(TimeScore before, TimeScore now, Double difference, List<Double> interval, String verdict) {}
