package wenlu.client.models;

import wenlu.client.json.JsonName;

/**
 * Test results.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public record TestResults(
        @JsonName("listen_ability") double listenAbility,
        @JsonName("speak_ability") double speakAbility,
        @JsonName("read_ability") double readAbility,
        @JsonName("write_ability") double writeAbility) {

    /** Makes one of what must be given. */
    public static TestResults of(double listenAbility, double speakAbility, double readAbility, double writeAbility) {
        return new TestResults(listenAbility, speakAbility, readAbility, writeAbility);
    }
}
