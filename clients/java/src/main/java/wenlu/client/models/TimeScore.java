package wenlu.client.models;

import java.util.List;

/**
 * The mean score of a time, with what it rests on.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param score Mean score 0-100; null without answers
 * @param interval 95 % interval of score (Wilson); null under 2 answers
 * @param n Answers
 * @param days Days with answers
 */
public record TimeScore(Double score, List<Double> interval, long n, long days) {}
