package wenlu.client.models;

import wenlu.client.json.JsonName;

/**
 * Summary.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param score Mean of the details' scores
 * @param timeSpent Seconds
 * @param completionRate Share of the questions that were answered at all
 */
public record Summary(
        @JsonName("total_questions") long totalQuestions,
        @JsonName("correct_count") long correctCount,
        double score,
        @JsonName("time_spent") long timeSpent,
        @JsonName("completion_rate") double completionRate) {}
