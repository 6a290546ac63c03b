package wenlu.client.models;

import java.util.List;
import wenlu.client.json.JsonName;

/**
 * One syllable of the text.
 *
 * <p>Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here.
 *
 * @param position Code-point offset of its character in the text as sent
 * @param length Code points of the text that it stands for; syllables of one number may share theirs: 百分之五十 over
 *     50%
 * @param pinyin Expected, as spoken in this place, with tone mark
 * @param word Number of its word in the text, from 0
 * @param status omitted: found nowhere in the recording; where its number stands in {@code wrong}, something else
 *     was said for it; one of read, omitted
 * @param startMs Null where it was omitted
 * @param verdict wrong: a part of it is; replaced: something else was said for it; right: its tone and a sound of
 *     it are, and no part is wrong; unsure: it cannot be judged, and costs nothing. Counts, marks, findings,
 *     scores and what is learned of the student rest on it; one of right, unsure, wrong, replaced, omitted
 * @param score Initial, final and tone together; null where the syllable cannot be judged or has no place in the
 *     recording
 * @param initial Null for a syllable without initial, and where it was omitted
 * @param contour 11 points over the final on the speaker's five-level scale; null without enough voice
 */
public record SyllableJudged(
        long position,
        long length,
        String character,
        String pinyin,
        long word,
        String status,
        @JsonName("start_ms") Long startMs,
        @JsonName("end_ms") Long endMs,
        @JsonName("final_start_ms") Long finalStartMs,
        String verdict,
        Double score,
        SoundJudged initial,
        @JsonName("final") SoundJudged final_,
        ToneJudged tone,
        List<Double> contour) {}
