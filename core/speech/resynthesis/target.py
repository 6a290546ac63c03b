"""The pitch that a tone asks for at one place in a reading, in the reader's own voice."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.arrays import Float64
from core.speech.model import F0_SECONDS
from core.speech.tones.features import Register, Span

Levels = tuple[float, ...]

LEVELS: dict[int, Levels] = {
    1: (4.5, 4.6, 4.7, 4.8, 4.8), 2: (2.2, 1.8, 2.0, 3.0, 4.3), 3: (1.8, 0.9, 0.2, -0.2, -0.4), 4: (4.9, 4.5, 3.7, 2.7, 1.8),
}  # fmt: skip
"""Five even places over the final, on the five levels of the reader. As wide as syllables said with care and not as flat as the medians
of fast sentences, for one is to hear the difference (Chao 1930: 55, 35, 21, 51). A third tone goes on sinking, below the level under
which a twentieth of the voice lies: where it stays on a low level, the tone network takes it for a second tone (of 104 it heard .58 as
third tones, with these levels .88)."""
LAST_THIRD: Levels = (1.8, 0.9, 0.1, -0.1, 0.5)
"""Before a pause a third tone rises again (Chao 1930: 214), in sentences a little."""
FOURTH_BEFORE_FOURTH: Levels = (4.9, 4.6, 4.1, 3.4, 2.8)
"""The first of two falls half way (Chao 1968)."""
NEUTRAL_AFTER: dict[int, Levels] = {
    1: (3.0, 2.7, 2.4, 2.2, 2.0), 2: (3.6, 3.2, 2.9, 2.6, 2.4), 3: (3.2, 3.4, 3.5, 3.5, 3.4), 4: (2.0, 1.7, 1.5, 1.3, 1.2), 5: (2.6, 2.4, 2.2, 2.1, 2.0),
}  # fmt: skip
"""The tone before gives the height of a neutral tone (Chao 1968)."""
USUAL_MEAN = {1: 3.9, 2: 2.2, 3: 2.0, 4: 3.2, 5: 2.3}
"""Mean level of each tone in sentences (medians over two native readers), against which the neighbours are held."""
LEAST_LEVEL_SEMITONES, MOST_LEVEL_SEMITONES = 1.5, 2.6
"""A reader who says all tones alike has next to no range of one's own; native sentence readers have 1.75 semitones a level,
isolated syllables up to 3.1."""
FADING, PRIOR_COUNT, MOST_SHIFT = 2.0, 1.5, 0.8
"""Syllables over which a neighbour's height stops counting; neighbours without an offset that are added; most levels of shift."""
JOINED_SECONDS = 0.06
"""A gap up to which the voice before still draws at the beginning (Xu 1997: the onset follows the tone before, the end does not)."""
CARRIED, CARRIED_SHARE = 0.25, 0.35
"""Share of the difference that is left at the beginning of the final, and share of the final over which it is gone."""


def tone_levels(tone: int, *, before: int | None, after: int | None) -> Levels:
    """Five levels over the final.

    Parameters
    ----------
    tone : 1 to 5
        As it is to be spoken here, sandhi applied.
    before, after : 1 to 5, or None
        Tones of the neighbours, None at a pause or at the edge of the reading.
    """
    if tone == 5:
        return NEUTRAL_AFTER[before or 5]
    if tone == 3 and after is None:
        return LAST_THIRD
    if tone == 4 and after == 4:
        return FOURTH_BEFORE_FOURTH
    return LEVELS[tone]


def level_semitones(voice: Register) -> float:
    """Semitones of one level: the reader's own, held between what can be heard as tones and what sounds natural."""
    return min(max(voice.level, LEAST_LEVEL_SEMITONES), MOST_LEVEL_SEMITONES)


def local_shift(pitch: Float64, spans: Sequence[Span], tones: Sequence[int], index: int, voice: Register) -> float:
    """How many levels the neighbours lie above what their tones ask for: a sentence sinks from its beginning to its end.

    `pitch` in semitones over 1 Hz, NaN where unvoiced. Between -`MOST_SHIFT` and `MOST_SHIFT`.
    """
    total, weights = 0.0, PRIOR_COUNT
    step = level_semitones(voice)
    for other, (span, tone) in enumerate(zip(spans, tones, strict=True)):
        inside = pitch[round(span.final_start / F0_SECONDS) : round(span.end / F0_SECONDS)]
        voiced = inside[np.isfinite(inside)]
        if other == index or len(voiced) == 0:
            continue
        weight = float(np.exp(-abs(other - index) / FADING))
        level = 3 + (float(voiced.mean()) - (voice.floor + voice.ceiling) / 2) / step
        total += weight * (level - USUAL_MEAN[tone])
        weights += weight
    return float(np.clip(total / weights, -MOST_SHIFT, MOST_SHIFT))


def target_semitones(
    levels: Levels, voice: Register, *, shift: float, before: float | None, points: int, emphasis: float = 1.0
) -> Float64:
    """The contour over the voiced part of a final, in semitones over 1 Hz.

    Parameters
    ----------
    levels : of `tone_levels`
    voice : the reader's register
    shift : levels, of `local_shift`
    before : semitones
        Where the voice was just before, None after a gap or an unvoiced initial.
    points : frames of 10 ms
    emphasis : times the size of a level, the middle one standing still

    Returns
    -------
    array [shape=(points,)]
    """
    places = np.linspace(0, 1, points)
    middle = (voice.floor + voice.ceiling) / 2
    step = level_semitones(voice)
    from_middle = np.interp(places, np.linspace(0, 1, len(levels)), levels) - 3
    course = middle + step * (emphasis * from_middle + shift)
    smooth = _smoothed(course)
    if before is None:
        return smooth
    left = CARRIED * np.clip(1 - places / CARRIED_SHARE, 0, 1)
    return np.asarray(smooth + left * (before - smooth[0]), np.float64)


def _smoothed(course: Float64) -> Float64:
    """Over five frames, so that the joints of the levels are not heard."""
    padded = np.concatenate([np.full(2, course[0]), course, np.full(2, course[-1])])
    return np.asarray(np.convolve(padded, np.full(5, 0.2), mode="valid"), np.float64)
