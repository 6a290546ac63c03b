package wenlu.client;

/**
 * What is optional in {@link Wenlu#dailyRecommendation}.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public final class DailyRecommendationOptions {
    private final Arguments arguments;

    DailyRecommendationOptions(Arguments arguments) {
        this.arguments = arguments;
    }

    /**
     * Sets {@code date}.
     *
     * @param value YYYY-MM-DD; default: today, UTC+8
     */
    public DailyRecommendationOptions date(String value) {
        arguments.query("date", value);
        return this;
    }

    /**
     * Sets {@code timeSlot}.
     *
     * @param value On weekends {@code morning} is the one slot there is; one of morning, noon, evening, night
     */
    public DailyRecommendationOptions timeSlot(String value) {
        arguments.query("time_slot", value);
        return this;
    }
}
