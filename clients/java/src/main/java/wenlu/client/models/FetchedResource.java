package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;
import wenlu.client.json.MayBeAbsent;

/**
 * Something to watch or to hear, as a plan recommends it.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param resourceType one of question, video, audio
 * @param difficulty HSK1 to HSK6, HSK7-9
 * @param skillType one of listening, speaking, reading, writing
 * @param duration Minutes
 * @param kind one of lesson, unit_lesson, point_lesson, dialogue, link
 * @param standard default GF 0025-2021
 * @param standardLevel 7 stands for the band 7-9
 * @param goal What one can do afterwards; may be empty
 * @param points Grammar points that it is about
 * @param slides What the player shows, without its drawings; none of a link
 * @param url Of a teacher's link
 */
public record FetchedResource(
        @JsonName("resource_id") String resourceId,
        @JsonName("resource_type") String resourceType,
        String title,
        String difficulty,
        @JsonName("skill_type") String skillType,
        long duration,
        String kind,
        @MayBeAbsent String standard,
        @JsonName("standard_level") long standardLevel,
        String goal,
        long seconds,
        List<String> points,
        List<LessonSlide> slides,
        @MayBeAbsent String url) {}
