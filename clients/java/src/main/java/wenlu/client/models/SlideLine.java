package wenlu.client.models;

/**
 * Something that is said or read.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param who Empty where nobody is named
 * @param en Empty where the whole is translated elsewhere
 */
public record SlideLine(String who, String zh, String en) {}
