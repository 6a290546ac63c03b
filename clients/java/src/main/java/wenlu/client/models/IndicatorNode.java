package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;
import wenlu.client.json.MayBeAbsent;

/**
 * A node of the tree 3 &gt; 6 &gt; 36 &gt; 85; {@code value} null where too little is known.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param value Score 0-100 for drawing and adding up
 * @param band 80 % band of value
 * @param kind Of a leaf; one of duration, percentage, level, switch, count
 * @param group Of a leaf; one of proficiency, effort, context
 * @param raw Of a leaf: the estimate in its own unit
 * @param n Decayed observations; of a parent the sum over the leaves that score it
 * @param coverage Share of the weight below that is known
 */
public record IndicatorNode(
        String id,
        @JsonName("name_zh") String nameZh,
        @JsonName("name_en") String nameEn,
        Double value,
        List<Double> band,
        String kind,
        String group,
        Double raw,
        String unit,
        double n,
        double coverage,
        @JsonName("updated_at") String updatedAt,
        @MayBeAbsent List<IndicatorNode> children) {}
