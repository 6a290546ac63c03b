package wenlu.client.models;

/**
 * A slot of the day.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param period HH:MM-HH:MM
 * @param focus The skill that comes first; balanced on weekends
 * @param items Questions in it
 * @param duration Minutes of everything in it
 */
public record SlotSchedule(String period, String focus, long items, long duration) {}
