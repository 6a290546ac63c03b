"""Whether each initial and final was the expected one: goodness of pronunciation (Witt and Young 2000) over whole syllables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

import numpy as np

from core.arrays import Float32
from core.speech.aligning.alignment import Emissions
from core.speech.aligning.phones import FINALS, INDEX, INITIALS, STATES
from core.speech.aligning.presence import SAID
from core.speech.aligning.syllable_chances import NO_INITIAL, chances, fits, spoken_syllables
from core.speech.model import (
    FRAME_SECONDS,
    AlignedSyllable,
    Alignment,
    ExpectedSyllable,
    SegmentScore,
    Sounds,
)

Part = Literal["initial", "final"]
SHARPNESS = 0.2
"""Scale of the log scores in `syllable_chances.chances`: .2, .35, .5 and 1 gave the same areas within .003."""
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
"""Constant, then one for each of `Evidence`; logistic regression on right and wrong expected sounds of speakers unseen by the acoustic
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
HEARD_CHANCE = 0.5
"""Least chance, among the sounds that could stand there, of one that is named as heard."""


class Evidence(NamedTuple):
    """What speaks for an expected sound; log ratios, 0 or less where another fits better."""

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
    alignment: Alignment, syllables: Sequence[ExpectedSyllable], heard: Emissions, *, snr_db: float | None = None
) -> list[SyllableSounds | None]:
    """Scores of every syllable's sounds, None where it was omitted."""
    read = [one for one in alignment.syllables if one.presence == "read"]
    ends, starts = [0.0, *(one.end for one in read)], [*(one.start for one in read), np.inf]
    whole = {
        one.index: _with_unclaimed(one, heard, after=ends[place], before=starts[place + 1])
        for place, one in enumerate(read)
    }
    return [
        None
        if one.presence == "omitted"
        else syllable_sounds(whole[one.index], expected.accepted[one.sounds], heard, trust=_trust(one, snr_db))
        for one, expected in zip(alignment.syllables, syllables, strict=True)
    ]


def _with_unclaimed(one: AlignedSyllable, heard: Emissions, *, after: float, before: float) -> AlignedSyllable:
    """With the speech round it that the path gave to no syllable: a wrong sound is easily passed over as silence."""
    begin, end = round(one.start / FRAME_SECONDS), round(one.end / FRAME_SECONDS)
    speech = heard.free.states > 0
    first, last = max(begin - UNCLAIMED, round(after / FRAME_SECONDS)), min(end + UNCLAIMED, len(speech))
    if np.isfinite(before):
        last = min(last, round(before / FRAME_SECONDS))
    while begin > first and speech[begin - 1]:
        begin -= 1
    while end < last and speech[end]:
        end += 1
    return replace(one, start=begin * FRAME_SECONDS, end=end * FRAME_SECONDS)


def _trust(one: AlignedSyllable, snr_db: float | None) -> float:
    """1 where a judgement rests on speech that is clear and in its place; a syllable that another was said for is judged as such."""
    clear = 1.0 if snr_db is None else float(np.interp(snr_db, [NOISY_DB, QUIET_DB], [0.5, 1.0]))
    return clear * (1.0 if one.confidence >= SAID else 0.8)


def syllable_sounds(one: AlignedSyllable, sounds: Sounds, heard: Emissions, *, trust: float = 1.0) -> SyllableSounds:
    """Scores of the sounds of one syllable as aligned."""
    begin, end = _stretch(one, len(heard.scores))
    scores = heard.scores[begin:end, : len(STATES)]
    final = min(max(round(one.final_start / FRAME_SECONDS) - begin, 0), len(scores) - 1)
    fitted = fits(scores)
    initial = None
    if sounds.initial is not None:
        initial = _scored("initial", sounds, evidence("initial", sounds, scores, final, fitted), fitted, trust)
    return SyllableSounds(
        initial, _scored("final", sounds, evidence("final", sounds, scores, final, fitted), fitted, trust)
    )


def _stretch(one: AlignedSyllable, frames: int) -> tuple[int, int]:
    begin = min(round(one.start / FRAME_SECONDS), max(0, frames - LEAST_FRAMES))
    return begin, max(round(one.end / FRAME_SECONDS), begin + LEAST_FRAMES)


def evidence(part: Part, sounds: Sounds, scores: Float32, final: int, fitted: Float32) -> Evidence:
    """What speaks for one sound.

    Parameters
    ----------
    scores : array [shape=(n_frames, len(STATES))]
        Log scores over the syllable.
    final : frame in which the final begins
    fitted : `fits` of the same scores
    """
    axis, place = (1, _row(sounds)) if part == "initial" else (0, FINALS.index(sounds.final))
    chance = float(chances(fitted, sharpness=SHARPNESS).sum(axis=axis)[place])
    best = np.where(spoken_syllables(), fitted, -np.inf).max(axis=axis)
    others = np.delete(best, place).max()
    stretch = scores[: max(final, 1)] if part == "initial" else scores[final:]
    return Evidence(
        max(FLOOR, float(np.log(chance + 1e-9) - np.log(1 - chance + 1e-4))),
        max(FLOOR, float(best[place] - others) / len(scores)),
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
    place = FINALS.index(sounds.final)
    return float(halves[place] - np.delete(halves, place).max())


def probability(part: Part, found: Evidence) -> float:
    """That the sound was said rightly, 0-1."""
    constant, *weights = WEIGHTS[part]
    odds = USUALLY_RIGHT + constant + float(np.dot(weights, found))
    return float(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def _scored(part: Part, sounds: Sounds, found: Evidence, fitted: Float32, trust: float) -> SegmentScore:
    right = probability(part, found)
    confidence = abs(2 * right - 1) * trust
    expected = sounds.final if part == "final" else str(sounds.initial)
    wrong = right < 0.5 and confidence >= LEAST_CONFIDENCE
    return SegmentScore(expected, right, confidence, _heard(part, expected, fitted) if wrong else None)


def _heard(part: Part, expected: str, fitted: Float32) -> str | None:
    """The sound that stands out among all others; None where none does, or where it is no initial at all."""
    names = (*INITIALS, None) if part == "initial" else FINALS
    found = chances(fitted, sharpness=SHARPNESS).sum(axis=1 if part == "initial" else 0)
    best = int(found.argmax())
    return names[best] if found[best] >= HEARD_CHANCE and names[best] != expected else None


def verdict(score: SegmentScore) -> Literal["right", "unsure", "wrong"]:
    """What is claimed about a sound at the shipped strictness."""
    if score.confidence < LEAST_CONFIDENCE:
        return "unsure"
    return "right" if score.probability >= 0.5 else "wrong"
