package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;

/**
 * Overall progress.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param scoreTrend Mean score of each day with answers, oldest first
 * @param trendDates The days of score_trend, YYYY-MM-DD in UTC+8
 * @param trendCounts Answers on each day of score_trend
 * @param interval 95 % interval of average_score; null under 2 answers
 */
public record OverallProgress(
        @JsonName("score_trend") List<Double> scoreTrend,
        @JsonName("average_score") double averageScore,
        @JsonName("total_attempts") long totalAttempts,
        @JsonName("trend_dates") List<String> trendDates,
        @JsonName("trend_counts") List<Long> trendCounts,
        List<Double> interval) {}
