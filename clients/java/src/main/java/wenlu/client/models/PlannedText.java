package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;
import wenlu.client.json.MayBeAbsent;

/**
 * A sentence to read aloud, the title of an essay to write, or a text that a teacher gave to read.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param kind say: a sentence to read aloud, or what a teacher gave to read aloud, one text a line; essay: a title
 *     to write about; text: a text to read, given by a teacher; one of say, essay, text
 * @param level one of beginner, intermediate, advanced
 * @param skillType one of listening, speaking, reading, writing
 * @param standard The standard of standard_level; default GF 0025-2021
 * @param standardLevel 7 stands for the band 7-9
 * @param translation Of the text, in English; empty where a teacher wrote it
 * @param task What to write, of a title
 * @param characters Least and most Chinese characters, of a title
 * @param points Grammar points in it
 */
public record PlannedText(
        String id,
        String kind,
        String level,
        String text,
        @JsonName("skill_type") String skillType,
        @MayBeAbsent String standard,
        @JsonName("standard_level") long standardLevel,
        String translation,
        @MayBeAbsent String task,
        @MayBeAbsent List<Long> characters,
        List<String> points) implements QuestionResult {}
