package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;
import wenlu.client.json.MayBeAbsent;

/**
 * Send it as {@code Authorization: Bearer &lt;access_token&gt;} until it expires.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param tokenType one of Bearer; default Bearer
 * @param expiresIn Seconds until it expires
 */
public record AccessToken(
        @JsonName("access_token") String accessToken,
        @MayBeAbsent @JsonName("token_type") String tokenType,
        @JsonName("expires_in") long expiresIn,
        List<String> permissions) {

    /** Without what must stand in no log. */
    @Override
    public String toString() {
        return "AccessToken[tokenType=" + tokenType + ", expiresIn=" + expiresIn + ", permissions=" + permissions + "]";
    }
}
