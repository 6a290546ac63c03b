package wenlu.client;

/**
 * What is optional in {@link Wenlu#updateSchedule}.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public final class UpdateScheduleOptions {
    private final Arguments arguments;

    UpdateScheduleOptions(Arguments arguments) {
        this.arguments = arguments;
    }

    /**
     * Sets {@code newStartTime}.
     *
     * @param value HH:MM
     */
    public UpdateScheduleOptions newStartTime(String value) {
        arguments.content("new_start_time", value);
        return this;
    }

    /**
     * Sets {@code newEndTime}.
     *
     * @param value HH:MM; 24:00 as the end of the night
     */
    public UpdateScheduleOptions newEndTime(String value) {
        arguments.content("new_end_time", value);
        return this;
    }

    /**
     * Sets {@code date}.
     *
     * @param value Default: today, UTC+8
     */
    public UpdateScheduleOptions date(String value) {
        arguments.content("date", value);
        return this;
    }
}
