package wenlu.client.models;

import java.util.List;

/**
 * Skill score.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param level one of excellent, good, average, weak, none
 * @param n Answers under it
 * @param interval 95 % interval of score; null under 2 answers
 */
public record SkillScore(double score, String level, long n, List<Double> interval) {}
