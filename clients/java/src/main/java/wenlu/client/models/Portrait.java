package wenlu.client.models;

import java.util.List;
import java.util.Map;
import wenlu.client.json.JsonName;

/**
 * Portrait.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param effort Shown beside ability, never in it
 */
public record Portrait(
        @JsonName("student_id") String studentId,
        @JsonName("first_portrait") Abilities firstPortrait,
        @JsonName("current_portrait") CurrentPortrait currentPortrait,
        @JsonName("level_labels") LevelLabels levelLabels,
        @JsonName("updated_at") String updatedAt,
        List<IndicatorNode> indicators,
        Map<String, Double> effort,
        Map<String, List<Double>> bands,
        @JsonName("tree_version") String treeVersion) {}
