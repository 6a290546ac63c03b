"""What was heard of each syllable, in the contract's form: verdicts, and one score a syllable.

The list of `judged_syllables` is the only one: whatever counts, marks, names, scores or learns from a reading reads it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.speech.aligning.presence import SAID_FROM
from core.speech.aligning.segments import SyllableSounds
from core.speech.aligning.segments import verdict as sound_verdict
from core.speech.measures.integrity import departures, substitution_certainty
from core.speech.model import AlignedSyllable, Alignment, ExpectedSyllable, SegmentScore, ToneScore
from core.speech.tones.verdicts import verdict as tone_verdict
from core.speech.verdicts import Verdict, is_judged, syllable_verdict
from core.speech.wire import SoundJudged, SyllableJudged, ToneJudged

INITIAL_WEIGHT, FINAL_WEIGHT, TONE_WEIGHT = 0.2, 0.3, 0.5
"""Tone errors are six times as frequent as errors of sounds in learners (iCALL, Chen et al. 2015), and they are what listeners of
Mandarin miss words by."""
WORST_SHARE = 0.5
"""Half of a syllable's score is that of its worst part: a syllable with one wrong part is another syllable."""
PINYIN_SPELLING = {"ii": "i", "iii": "i"}
"""The inventory's names of vowels, as pinyin spells them."""


def milliseconds(seconds: float) -> int:
    """Seconds as milliseconds, rounded."""
    return round(1000 * seconds)


def pinyin_spelling(sound: str) -> str:
    """A sound of the inventory as pinyin writes it.

    >>> pinyin_spelling("iii"), pinyin_spelling("üe")
    ('i', 'üe')
    """
    return PINYIN_SPELLING.get(sound, sound)


def sound_judged(score: SegmentScore, verdict: Verdict) -> SoundJudged:
    """The judgement of an initial or a final; without a score and without a claim where it is unsure."""
    sure = verdict != "unsure"
    return SoundJudged(
        expected=pinyin_spelling(score.expected),
        score=round(100 * score.probability, 1) if sure else None,
        confidence=round(score.confidence, 3),
        verdict=verdict,
        heard=pinyin_spelling(score.heard) if verdict == "wrong" and score.heard else None,
    )


def tone_judged(score: ToneScore, syllable: ExpectedSyllable, verdict: Verdict) -> ToneJudged:
    """The judgement of a tone; without a score and without a claim where it is unsure."""
    return ToneJudged(
        expected=syllable.tone,
        accepted=sorted(syllable.tones),
        score=None if verdict == "unsure" else round(100 * score.probability, 1),
        confidence=round(score.confidence, 3),
        verdict=verdict,
        heard=score.heard if verdict == "wrong" else None,
    )


def syllable_score(initial: SoundJudged | None, final: SoundJudged | None, tone: ToneJudged | None) -> float | None:
    """Weighted mean of the parts that could be judged, drawn half way to the worst of them; None without any.

    >>> syllable_score(None, None, None) is None
    True
    """
    parts = ((initial, INITIAL_WEIGHT), (final, FINAL_WEIGHT), (tone, TONE_WEIGHT))
    judged = [(part.score, weight) for part, weight in parts if part is not None and part.score is not None]
    if not judged:
        return None
    mean = sum(score * weight for score, weight in judged) / sum(weight for _, weight in judged)
    worst = min(score for score, _ in judged)
    return round((1 - WORST_SHARE) * mean + WORST_SHARE * worst, 1)


def judged_syllables(
    expected: Sequence[ExpectedSyllable],
    alignment: Alignment,
    *,
    sounds: Sequence[SyllableSounds | None],
    tones: Sequence[ToneScore | None],
    confirmed: Collection[int] = (),
) -> list[SyllableJudged]:
    """The judgement of every syllable of the text.

    Parameters
    ----------
    expected, sounds, tones
        In the order of the text; no scores for a syllable without a place in the recording.
    alignment
        Where each was said, and what was said beside the text.
    confirmed
        Numbers of syllables whose sounds a recogniser heard as expected: they are not called wrong.
    """
    replaced = departures(alignment).replaced
    judged = []
    for syllable, aligned, sound_scores, tone in zip(expected, alignment.syllables, sounds, tones, strict=True):
        if sound_scores is None:
            judged.append(_without_place(syllable, other_said=aligned.index in replaced))
        else:
            judged.append(_read(syllable, aligned, sound_scores, tone, is_confirmed=aligned.index in confirmed))
    return judged


def _read(
    expected: ExpectedSyllable,
    aligned: AlignedSyllable,
    sounds: SyllableSounds,
    tone_score: ToneScore | None,
    *,
    is_confirmed: bool,
) -> SyllableJudged:
    """The judgement of a syllable that has a place in the recording."""
    initial, final = (
        None if score is None else sound_judged(score, _sound_verdict(score, is_confirmed=is_confirmed))
        for score in sounds
    )
    tone = None if tone_score is None else tone_judged(tone_score, expected, tone_verdict(tone_score))
    of_initial, of_final, of_tone = (None if part is None else part.verdict for part in (initial, final, tone))
    verdict = syllable_verdict(
        read=True, initial=of_initial, final=of_final, tone=of_tone, other_said=aligned.confidence < SAID_FROM
    )
    contour = None if tone_score is None else tone_score.contour
    return SyllableJudged(
        position=expected.position,
        length=expected.length,
        character=expected.character,
        pinyin=expected.pinyin,
        word=expected.word,
        status="read",
        verdict=verdict,
        start_ms=milliseconds(aligned.start),
        end_ms=milliseconds(aligned.end),
        final_start_ms=milliseconds(aligned.final_start),
        score=syllable_score(initial, final, tone) if is_judged(verdict) else None,
        initial=initial,
        final=final,
        tone=tone,
        contour=None if contour is None else [round(float(level), 2) for level in contour],
    )


def is_any_part_judged(syllables: Sequence[SyllableJudged]) -> bool:
    """Whether something is claimed of an initial, a final or a tone. Of a right syllable without a pitch its sounds are, and not the whole."""
    parts = (part for syllable in syllables for part in (syllable.initial, syllable.final, syllable.tone))
    return any(part is not None and part.verdict != "unsure" for part in parts)


def _sound_verdict(score: SegmentScore, *, is_confirmed: bool) -> Verdict:
    verdict = sound_verdict(score)
    return "unsure" if is_confirmed and verdict == "wrong" else verdict


def _without_place(expected: ExpectedSyllable, *, other_said: bool) -> SyllableJudged:
    """The judgement of a syllable that was left out, or that speech beside the text stands for."""
    return SyllableJudged(
        position=expected.position,
        length=expected.length,
        character=expected.character,
        pinyin=expected.pinyin,
        word=expected.word,
        status="omitted",
        verdict="replaced" if other_said else "omitted",
        start_ms=None,
        end_ms=None,
        final_start_ms=None,
        score=None,
        initial=None,
        final=None,
        tone=None,
        contour=None,
    )


def accuracy(syllables: Sequence[SyllableJudged], confidences: Sequence[float]) -> tuple[float | None, int]:
    """Mean score 0-1 of the syllables that could be judged, and how many they are.

    A syllable that another was said for counts as far as that is in doubt (`confidences`: that each was said at all). What was left
    out counts in the completeness of the text alone.
    """
    scores = []
    for syllable, confidence in zip(syllables, confidences, strict=True):
        if syllable.verdict == "replaced":
            scores.append((syllable.score or 0.0) * (1 - substitution_certainty(confidence)))
        elif syllable.score is not None:
            scores.append(syllable.score)
    return (sum(scores) / len(scores) / 100 if scores else None), len(scores)
