package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;

/**
 * Knowledge map.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param subject one of hsk, ykk
 * @param model Version of the predictor
 */
public record KnowledgeMap(
        @JsonName("student_id") String studentId,
        @JsonName("knowledge_points") List<KnowledgePointState> knowledgePoints,
        @JsonName("mastery_stats") MasteryStats masteryStats,
        @JsonName("learning_path") MapPath learningPath,
        List<Peer> peers,
        @JsonName("updated_at") String updatedAt,
        String subject,
        String model) {}
