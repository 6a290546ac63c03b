package wenlu.client.models;

/**
 * A month against the month before; the last 30 days against the 30 days before.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param period The time before, '&lt;date&gt; to &lt;date&gt;', both included, UTC+8
 */
public record Comparison(String period, Change overall, SkillChanges skills) {}
