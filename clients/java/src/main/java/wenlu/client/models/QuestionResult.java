package wenlu.client.models;

/**
 * One of Question, PlannedText: {@code instanceof} says which.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public sealed interface QuestionResult permits Question, PlannedText {}
