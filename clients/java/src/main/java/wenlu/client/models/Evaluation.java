package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;

/**
 * The evaluation result of the contract.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public record Evaluation(
        @JsonName("evaluation_id") String evaluationId,
        @JsonName("student_id") String studentId,
        Summary summary,
        List<Detail> details,
        Analysis analysis) implements EvaluationResult {}
