package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;
import wenlu.client.json.MayBeAbsent;

/**
 * A student of the same organisation who opted in.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param studentId Over HTTP the student's id; on the pages a pseudonym until both students agree
 * @param knowledgeOverlap Points on which both have evidence
 * @param kind one of similar, complementary
 * @param name Empty until both agree
 * @param teaches Points they have met and you have not
 * @param learns Points you have met and they have not
 */
public record Peer(
        @JsonName("student_id") String studentId,
        double similarity,
        @JsonName("knowledge_overlap") long knowledgeOverlap,
        String kind,
        boolean agreed,
        String name,
        @MayBeAbsent List<String> teaches,
        @MayBeAbsent List<String> learns) {}
