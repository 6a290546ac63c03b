package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;
import wenlu.client.json.MayBeAbsent;

/**
 * One page of a lesson; of a check the three options with the index of the right one.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param do_ one of show, listen, say, read, check, write, hear
 * @param key Of the right option, from 0
 */
public record LessonSlide(
        @JsonName("do") String do_,
        List<SlideLine> lines,
        @MayBeAbsent String note,
        @MayBeAbsent String ask,
        @MayBeAbsent List<String> options,
        @MayBeAbsent Long key,
        @MayBeAbsent String why) {}
