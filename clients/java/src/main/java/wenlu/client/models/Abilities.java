package wenlu.client.models;

import java.util.Map;
import wenlu.client.json.JsonName;
import wenlu.client.json.MayBeAbsent;

/**
 * 0-100; 0.0 with {@code known} false where nothing at all is known.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param known All four were tested
 * @param tested A skill that was not tested stands as 0.0
 */
public record Abilities(
        @JsonName("listen_ability") double listenAbility,
        @JsonName("speak_ability") double speakAbility,
        @JsonName("read_ability") double readAbility,
        @JsonName("write_ability") double writeAbility,
        @JsonName("comprehensive_ability") double comprehensiveAbility,
        boolean known,
        @MayBeAbsent Map<String, Boolean> tested) {}
