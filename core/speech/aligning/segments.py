"""Whether each initial and final was the expected one: goodness of pronunciation (Witt and Young 2000) over whole syllables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

import numpy as np

from core.arrays import Float32
from core.speech.aligning.emissions import Emissions
from core.speech.aligning.phones import FINALS, INDEX, INITIALS, STATES
from core.speech.aligning.presence import SAID_FROM
from core.speech.aligning.syllable_fits import NO_INITIAL, fits, spoken_syllables, syllable_probabilities
from core.speech.model import (
    FRAME_SECONDS,
    AlignedSyllable,
    Alignment,
    ExpectedSyllable,
    SegmentScore,
    Sounds,
)
from core.speech.verdicts import Verdict

Part = Literal["initial", "final"]
SHARPNESS = 0.2
"""Scale of the log scores in `syllable_fits.syllable_probabilities`: .2, .35, .5 and 1 gave the same areas within .003."""
LEAST_FRAMES = 5
"""A syllable shorter than 100 ms is looked at with what follows it."""
UNCLAIMED = 10
"""Frames at either side in which such speech is looked for."""
FLOOR = -12.0
"""Least value of a feature."""
WEIGHTS: dict[Part, tuple[float, ...]] = {
    "initial": (2.725, 0.132, 0.728, 0.785, -0.432),
    "final": (2.232, 0.285, 0.446, 0.406, -0.003),
}
"""Constant, then one for each of `SoundEvidence`; logistic regression on right and wrong expected sounds of speakers unseen by the acoustic
model (S0150 and the man of the syllables), half of the wrong ones confusable. Areas on the development speakers, random and confusable
wrong sounds: odds alone .986 .958, ratio alone .980 .951, frames alone .986 .960, joined .988 .964; frames of the expected final's
bounds left free given the initial .970 .949.

Fitted anew on S0150 by halves of 60 sentences: at .9 % of right sounds called wrong, .683 of the wrong ones found against .709 with these, with the
confidence of the syllable and its neighbours .691; no claim beside a neighbour that fits badly (under .5): .93 % and .696, from 1.00 % and .726."""
USUALLY_RIGHT = float(np.log(0.8 / 0.2))
"""Log odds, before listening, that a reader says a sound rightly."""
LEAST_CONFIDENCE = 0.6
"""Nothing is claimed below: a sound is right from a probability of .8, wrong to .2."""
NOISY_DB, QUIET_DB = 6.0, 20.0
"""Between these signal-to-noise ratios trust grows from half to whole."""
HEARD_FROM = 0.5
"""Probability, among the sounds that could stand there, from which a sound is named as the one heard."""


class SoundEvidence(NamedTuple):
    """How well an expected sound fits what was heard; log ratios, 0 or less where another fits better."""

    odds: float
    """Log odds of the sound, the rest of the syllable left open."""
    ratio: float
    """Best syllable with the sound against the best without it, a frame."""
    frames: float
    """Mean log ratio of the sound's states against the best of its kind, on its frames."""
    length: float
    """Logarithm of its frames."""


class SyllableSounds(NamedTuple):
    """Initial (None without one) and final of a syllable that was read."""

    initial: SegmentScore | None
    final: SegmentScore


def score_sounds(
    alignment: Alignment, syllables: Sequence[ExpectedSyllable], emissions: Emissions, *, snr_db: float | None = None
) -> list[SyllableSounds | None]:
    """Scores of every syllable's sounds, None where it was omitted."""
    read = [syllable for syllable in alignment.syllables if syllable.presence == "read"]
    ends, starts = [0.0, *(syllable.end for syllable in read)], [*(syllable.start for syllable in read), np.inf]
    widened = {
        syllable.index: _with_unclaimed(syllable, emissions, after=ends[index], before=starts[index + 1])
        for index, syllable in enumerate(read)
    }
    return [
        None
        if syllable.presence == "omitted"
        else syllable_sounds(
            widened[syllable.index], expected.accepted[syllable.sounds], emissions, trust=_trust(syllable, snr_db)
        )
        for syllable, expected in zip(alignment.syllables, syllables, strict=True)
    ]


def _with_unclaimed(syllable: AlignedSyllable, emissions: Emissions, *, after: float, before: float) -> AlignedSyllable:
    """The syllable with the speech around it that the path gave to no syllable: a wrong sound is easily passed over as
    silence."""
    begin, end = round(syllable.start / FRAME_SECONDS), round(syllable.end / FRAME_SECONDS)
    speech = emissions.free_reading.states > 0
    first, last = max(begin - UNCLAIMED, round(after / FRAME_SECONDS)), min(end + UNCLAIMED, len(speech))
    if np.isfinite(before):
        last = min(last, round(before / FRAME_SECONDS))
    while begin > first and speech[begin - 1]:
        begin -= 1
    while end < last and speech[end]:
        end += 1
    return replace(syllable, start=begin * FRAME_SECONDS, end=end * FRAME_SECONDS)


def _trust(syllable: AlignedSyllable, snr_db: float | None) -> float:
    """How far a judgement can be trusted, 0-1: 1 where the speech is clear and the syllable was said; less in noise, and where another
    syllable was said for it."""
    clear = 1.0 if snr_db is None else float(np.interp(snr_db, [NOISY_DB, QUIET_DB], [0.5, 1.0]))
    return clear * (1.0 if syllable.confidence >= SAID_FROM else 0.8)


def syllable_sounds(
    syllable: AlignedSyllable, sounds: Sounds, emissions: Emissions, *, trust: float = 1.0
) -> SyllableSounds:
    """Scores of the sounds of one syllable as aligned."""
    begin, end = _stretch(syllable, len(emissions.scores))
    scores = emissions.scores[begin:end, : len(STATES)]
    final = min(max(round(syllable.final_start / FRAME_SECONDS) - begin, 0), len(scores) - 1)
    fitted = fits(scores)
    initial = None
    if sounds.initial is not None:
        initial = _segment_score(
            "initial", sounds, sound_evidence("initial", sounds, scores, final, fitted), fitted, trust
        )
    return SyllableSounds(
        initial, _segment_score("final", sounds, sound_evidence("final", sounds, scores, final, fitted), fitted, trust)
    )


def _stretch(syllable: AlignedSyllable, frames: int) -> tuple[int, int]:
    begin = min(round(syllable.start / FRAME_SECONDS), max(0, frames - LEAST_FRAMES))
    return begin, max(round(syllable.end / FRAME_SECONDS), begin + LEAST_FRAMES)


def sound_evidence(part: Part, sounds: Sounds, scores: Float32, final: int, fitted: Float32) -> SoundEvidence:
    """The evidence for one sound.

    Parameters
    ----------
    scores : array [shape=(n_frames, len(STATES))]
        Log scores over the syllable.
    final : frame in which the final begins
    fitted : `fits` of the same scores
    """
    axis, index = (1, _row(sounds)) if part == "initial" else (0, FINALS.index(sounds.final))
    probability = float(syllable_probabilities(fitted, sharpness=SHARPNESS).sum(axis=axis)[index])
    best = np.where(spoken_syllables(), fitted, -np.inf).max(axis=axis)
    others = np.delete(best, index).max()
    stretch = scores[: max(final, 1)] if part == "initial" else scores[final:]
    return SoundEvidence(
        max(FLOOR, float(np.log(probability + 1e-9) - np.log(1 - probability + 1e-4))),
        max(FLOOR, float(best[index] - others) / len(scores)),
        max(FLOOR, _frame_ratio(part, sounds, stretch)),
        float(np.log(len(stretch))),
    )


def _row(sounds: Sounds) -> int:
    return NO_INITIAL if sounds.initial is None else INITIALS.index(sounds.initial)


def _frame_ratio(part: Part, sounds: Sounds, stretch: Float32) -> float:
    """Mean log score of the sound less that of the best of its kind over the same frames."""
    if part == "initial":
        rows = stretch[:, 1 : 1 + len(INITIALS)].mean(axis=0)
        return float(rows[_row(sounds)] - np.delete(rows, _row(sounds)).max())
    halves = np.maximum(stretch[:, INDEX[f"{FINALS[0]}/0"] :: 2], stretch[:, INDEX[f"{FINALS[0]}/1"] :: 2]).mean(axis=0)
    index = FINALS.index(sounds.final)
    return float(halves[index] - np.delete(halves, index).max())


def right_probability(part: Part, evidence: SoundEvidence) -> float:
    """Probability that the sound was said rightly, 0-1."""
    constant, *weights = WEIGHTS[part]
    odds = USUALLY_RIGHT + constant + float(np.dot(weights, evidence))
    return float(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def _segment_score(part: Part, sounds: Sounds, evidence: SoundEvidence, fitted: Float32, trust: float) -> SegmentScore:
    probability = right_probability(part, evidence)
    confidence = abs(2 * probability - 1) * trust
    expected = sounds.final if part == "final" else str(sounds.initial)
    wrong = probability < 0.5 and confidence >= LEAST_CONFIDENCE
    return SegmentScore(expected, probability, confidence, _sound_heard(part, expected, fitted) if wrong else None)


def _sound_heard(part: Part, expected: str, fitted: Float32) -> str | None:
    """The sound that was heard instead; None where none stands out among all others, or where it is no initial at all."""
    names = (*INITIALS, None) if part == "initial" else FINALS
    probabilities = syllable_probabilities(fitted, sharpness=SHARPNESS).sum(axis=1 if part == "initial" else 0)
    best = int(probabilities.argmax())
    return names[best] if probabilities[best] >= HEARD_FROM and names[best] != expected else None


def verdict(score: SegmentScore) -> Verdict:
    """The verdict on a sound at the shipped strictness."""
    if score.confidence < LEAST_CONFIDENCE:
        return "unsure"
    return "right" if score.probability >= 0.5 else "wrong"
