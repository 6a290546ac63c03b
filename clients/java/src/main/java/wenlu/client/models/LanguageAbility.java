package wenlu.client.models;

import java.util.Map;

/**
 * Language ability.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public record LanguageAbility(double listen, double speak, double read, double write, Map<String, Boolean> known) {}
