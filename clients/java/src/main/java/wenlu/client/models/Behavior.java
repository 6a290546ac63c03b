package wenlu.client.models;

import java.util.Objects;
import wenlu.client.json.JsonName;
import wenlu.client.json.MayBeAbsent;

/**
 * One observed behaviour: {@code value} in the indicator's unit (minutes, times, level 1-9, 0 or 1); a percentage
 * is {@code value} of {@code max} (default 100).
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param kind one of duration, percentage, level, switch, count
 */
public record Behavior(
        String indicator,
        String kind,
        double value,
        @MayBeAbsent Double max,
        @JsonName("occurred_at") String occurredAt) {

    /**
     * Makes one of what must be given.
     *
     * @param kind one of duration, percentage, level, switch, count
     */
    public static Behavior of(String indicator, String kind, double value, String occurredAt) {
        return new Behavior(
                Objects.requireNonNull(indicator, "indicator must be given"),
                Objects.requireNonNull(kind, "kind must be given"),
                value,
                null,
                Objects.requireNonNull(occurredAt, "occurredAt must be given"));
    }

    /** The same with this {@code max}. */
    public Behavior withMax(double max) {
        return new Behavior(indicator, kind, value, max, occurredAt);
    }
}
