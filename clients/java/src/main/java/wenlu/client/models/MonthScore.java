package wenlu.client.models;

/**
 * A calendar month in UTC+8.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param month YYYY-MM
 */
public record MonthScore(String month, TimeScore score) {}
