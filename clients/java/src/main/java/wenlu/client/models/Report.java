package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;

/**
 * The learning report of the contract; what follows {@code skill_analysis} are extras.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param period '&lt;date&gt; to &lt;date&gt;', both included, UTC+8
 * @param gained Points that are met now and were not at the beginning of the time
 * @param lost Points that were met at the beginning of the time and are not now
 * @param months Up to 12 months up to the end of the time, from the first answer on
 */
public record Report(
        @JsonName("student_id") String studentId,
        String period,
        @JsonName("overall_progress") OverallProgress overallProgress,
        @JsonName("skill_analysis") SkillAnalysis skillAnalysis,
        List<PointRecord> strongest,
        List<PointRecord> weakest,
        Comparison comparison,
        List<PointChange> gained,
        List<PointChange> lost,
        List<MonthScore> months) {}
