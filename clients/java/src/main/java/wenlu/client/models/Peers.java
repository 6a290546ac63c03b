package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;

/**
 * Peers.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 */
public record Peers(
        @JsonName("student_id") String studentId,
        List<Peer> peers,
        @JsonName("opted_in") boolean optedIn) {}
