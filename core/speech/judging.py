"""What was heard of each syllable, in the contract's form: verdicts, and one score a syllable."""

from __future__ import annotations

from collections.abc import Sequence

from core.speech.measures.integrity import substitution_certainty
from core.speech.model import AlignedSyllable, ExpectedSyllable, SegmentScore, ToneScore
from core.speech.tones.verdicts import LEAST_CONFIDENCE
from core.speech.wire import SoundJudged, SyllableJudged, ToneJudged, Verdict

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
    """The judgement of a tone. Where the pitch is clear and yet nothing is claimed, it has its score all the same."""
    return ToneJudged(
        expected=syllable.tone,
        accepted=sorted(syllable.tones),
        score=round(100 * score.probability, 1) if score.confidence >= LEAST_CONFIDENCE else None,
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


def syllable_judged(
    expected: ExpectedSyllable,
    aligned: AlignedSyllable,
    *,
    initial: SoundJudged | None,
    final: SoundJudged | None,
    tone: ToneJudged | None,
    contour: Sequence[float] | None,
) -> SyllableJudged:
    """The judgement of a syllable that was read."""
    return SyllableJudged(
        position=expected.position,
        length=expected.length,
        character=expected.character,
        pinyin=expected.pinyin,
        word=expected.word,
        status="read",
        start_ms=milliseconds(aligned.start),
        end_ms=milliseconds(aligned.end),
        final_start_ms=milliseconds(aligned.final_start),
        score=syllable_score(initial, final, tone),
        initial=initial,
        final=final,
        tone=tone,
        contour=None if contour is None else [round(float(level), 2) for level in contour],
    )


def syllable_omitted(expected: ExpectedSyllable) -> SyllableJudged:
    """The entry of a syllable that was left out."""
    return SyllableJudged(
        position=expected.position,
        length=expected.length,
        character=expected.character,
        pinyin=expected.pinyin,
        word=expected.word,
        status="omitted",
        start_ms=None,
        end_ms=None,
        final_start_ms=None,
        score=None,
        initial=None,
        final=None,
        tone=None,
        contour=None,
    )


def accuracy(
    syllables: Sequence[SyllableJudged], wrong: Sequence[int], confidences: Sequence[float]
) -> tuple[float | None, int]:
    """Mean score 0-1 of the syllables that were read and could be judged, and how many they are.

    A syllable that another was said for counts as far as that is in doubt (`confidences`: that each was said at all).
    """
    scores = []
    for number, syllable in enumerate(syllables):
        if syllable.status == "read" and number in wrong:
            scores.append((syllable.score or 0.0) * (1 - substitution_certainty(confidences[number])))
        elif number in wrong:
            scores.append(0.0)  # another was said for it, and no place is its own
        elif syllable.status == "read" and syllable.score is not None:
            scores.append(syllable.score)
    return (sum(scores) / len(scores) / 100 if scores else None), len(scores)
