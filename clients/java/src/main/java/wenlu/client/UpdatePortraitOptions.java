package wenlu.client;

import java.util.List;
import wenlu.client.models.Behavior;

/**
 * What is optional in {@link Wenlu#updatePortrait}.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public final class UpdatePortraitOptions {
    private final Arguments arguments;

    UpdatePortraitOptions(Arguments arguments) {
        this.arguments = arguments;
    }

    /** Sets {@code behaviors}. */
    public UpdatePortraitOptions behaviors(List<Behavior> value) {
        arguments.content("behaviors", value);
        return this;
    }
}
