"""Whether an expected syllable was said in its place, and whether what was not said was left out or replaced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from core.arrays import Float32
from core.speech.aligning.free_reading import FreeReading
from core.speech.aligning.phones import FINALS, INITIALS
from core.speech.aligning.syllable_chances import NO_INITIAL, fits, spoken_syllables
from core.speech.model import FRAME_SECONDS, AlignedSyllable, ExtraSpeech, Sounds

LEAST_FRAMES = 3
TOLERATED = -2.0
"""Nats a frame by which another syllable may fit better than the expected one before it counts as said instead.

Of what was tried to tell syllables said from random others, on a voice unseen in training (833 against 61 syllables), at 1 % of
false alarms: this ratio found .74, the same summed over frames .48, posterior odds of the syllable .61, of initial and final added
.41, the path's own margin .49.
"""
LONGEST_SQUEEZED = 0.16
"""Seconds that a syllable which was not said can take from its neighbours."""
STEEPNESS = 2.0
"""Log odds for each nat a frame."""
SAID = 0.5
"""Confidence below which something else was said in the place of a syllable."""


def confidence(scores: Float32, sounds: Sounds) -> float:
    """Probability that a stretch holds these sounds rather than another syllable.

    Parameters
    ----------
    scores : array [shape=(n_frames, at least len(STATES))]
        Log scores of the states from the syllable's first frame to its last.
    """
    if len(scores) < LEAST_FRAMES:
        return 0.0
    fitted = fits(scores)
    row = NO_INITIAL if sounds.initial is None else INITIALS.index(sounds.initial)
    best = fitted[spoken_syllables()].max()
    ratio = min(0.0, float(fitted[row, FINALS.index(sounds.final)] - best) / len(scores))
    return float(1 / (1 + np.exp(-STEEPNESS * (ratio - TOLERATED))))


def settled(
    syllables: Sequence[AlignedSyllable], extras: Sequence[ExtraSpeech], free: FreeReading
) -> tuple[list[AlignedSyllable], list[ExtraSpeech]]:
    """Counts of syllables heard decide what the path left open.

    Of a run of syllables that were not said as expected, as many as the free reading lacks between their neighbours were omitted, the
    shortest first; the others were replaced. Speech beside the text counts only where the free reading has more syllables than the
    text between the neighbours; else a sound was drawn out.
    """
    made = list(syllables)
    for run in _doubtful_runs(made):
        window = _window(made, run[0], run[-1])
        beside = sum(extra.syllables for extra in extras if window[0] <= extra.start < window[1])
        heard = _heard(free, *window) - beside
        wanted = sum(one.presence == "read" for one in made[max(0, run[0] - 1) : run[-1] + 2])
        lacking = max(0, wanted - heard)
        for index in sorted(run, key=lambda index: _seconds(made[index]))[:lacking]:
            if _seconds(made[index]) <= LONGEST_SQUEEZED:
                made[index] = _omitted(made[index])
    return made, [extra for extra in extras if extra.kind != "extra" or _surplus(extra, made, free) > 0]


def _doubtful_runs(syllables: Sequence[AlignedSyllable]) -> list[list[int]]:
    doubtful = [one.index for one in syllables if one.presence == "read" and one.confidence < SAID]
    runs: list[list[int]] = [[index] for index in doubtful[:1]]
    for before, index in pairwise(doubtful):
        if index == before + 1:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def _window(syllables: Sequence[AlignedSyllable], first: int, last: int) -> tuple[float, float]:
    return syllables[max(0, first - 1)].start, syllables[min(len(syllables) - 1, last + 1)].end


def _heard(free: FreeReading, start: float, end: float) -> int:
    """Syllables of the free reading that begin in a stretch; one that begins a little before it is in it."""
    first, last = round(start / FRAME_SECONDS) - 2, round(end / FRAME_SECONDS) - 2
    return int(free.onsets[max(0, first) : max(0, last)].sum())


def _surplus(extra: ExtraSpeech, syllables: Sequence[AlignedSyllable], free: FreeReading) -> int:
    beside = [one for one in syllables[max(0, extra.after) : extra.after + 2] if one.presence == "read"]
    start = min([extra.start, *(one.start for one in beside if one.end <= extra.start + FRAME_SECONDS)])
    end = max([extra.end, *(one.end for one in beside if one.start >= extra.end - FRAME_SECONDS)])
    inside = sum(start <= one.start < end for one in beside)
    return _heard(free, start, end) - inside


def _seconds(one: AlignedSyllable) -> float:
    return one.end - one.start


def _omitted(one: AlignedSyllable) -> AlignedSyllable:
    return replace(one, presence="omitted", end=one.start, final_start=one.start, confidence=0.0)


def followed(syllables: Sequence[AlignedSyllable], extras: Sequence[ExtraSpeech]) -> int:
    """Syllables said as the text has them, less those said beside it.

    What is said again lies beside the text only where it is not read in its place afterwards: a text out of order.
    """
    said = sum(_was_said(one) for one in syllables)
    return said - sum(
        one.syllables
        if one.first is None or one.last is None
        else sum(not _was_said(each) for each in syllables[one.first : one.last + 1])
        for one in extras
    )


def _was_said(one: AlignedSyllable) -> bool:
    return one.presence == "read" and one.confidence >= SAID
