"""Features by which tones are told apart: pitch over the final in the reader's register, loudness, length, and the
neighbours."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from core.arrays import Float32, Float64, Positions
from core.speech.model import F0_SECONDS, SAMPLE_RATE

POINTS = 12
"""Over the final."""
NEIGHBOUR_POINTS = 6
"""Over the final of the syllable before and after."""
NEAREST = 3
"""Syllables on each side whose mean pitch says how high the voice is at this place (it sinks over a sentence)."""
LONGEST_GAP = 0.5
"""Seconds; a longer pause between two syllables says no more."""
TONES = 5
FADING = 3.0
"""Syllables over which a neighbour's height stops saying something about this place."""
NEAR_PRIOR_COUNT, TOTAL_PRIOR_COUNT, HALF_CONFIDENT_COUNT = 0.3, 1.0, 4.0
"""Neighbours without an offset that are added to the real ones, near and over all; and the number of neighbours at which the count of
them, as a feature, is one half."""
USUAL_TONES = {1: (0.6, 0.0), 2: (-0.65, 0.2), 3: (-0.95, -0.5), 4: (0.15, -0.75), 5: (-0.7, -0.2)}
"""Mean level from the median, and rise from the first to the second half of the final, in connected speech (two sentence readers)."""
LOUDNESS_WINDOW = 400
"""Samples, 25 ms."""
USUAL_FLOOR, USUAL_CEILING = -5.0, 4.5
"""Semitones from the median, about the middle between the two sentence readers (-3.5, 3.5) and the isolated voices (-6.5, 6)."""
USUAL_WEIGHT = 60
"""Voiced frames that the usual range is worth against the reader's own."""
UNKNOWN_MEDIAN = 91.0
"""Semitones over 1 Hz (about 190 Hz), where there is no voice at all."""


class Span(NamedTuple):
    """A syllable in seconds, and where its final begins."""

    start: float
    final_start: float
    end: float


class Register(NamedTuple):
    """A reader's voice in semitones over 1 Hz: middle, 5th and 95th percentile; and how many voiced frames say so."""

    median: float
    floor: float
    ceiling: float
    frames: int

    @property
    def level(self) -> float:
        """Semitones of one of the four steps from 1 to 5."""
        return (self.ceiling - self.floor) / 4


def semitones(hz: Float64) -> Float64:
    """Semitones over 1 Hz; NaN stays NaN."""
    return np.asarray(12 * np.log2(hz))


def register(pitch: Float64, spans: Sequence[Span]) -> Register:
    """The register over the voiced frames of the finals.

    Parameters
    ----------
    pitch : array [shape=(n_frames,)]
        Semitones, NaN where unvoiced.
    spans : the syllables that were read

    Returns
    -------
    Register
        With little voice its range is mostly the usual one round the voice's median: one syllable can be placed by its shape
        then, hardly by its height.
    """
    parts = [pitch[_frames(span.final_start, span.end, len(pitch))] for span in spans]
    voiced = np.concatenate([np.zeros(0), *parts])
    return register_of(voiced[np.isfinite(voiced)])


def register_of(voiced: Float64) -> Register:
    """The register over given voiced frames, in semitones."""
    if len(voiced) == 0:
        return Register(UNKNOWN_MEDIAN, UNKNOWN_MEDIAN + USUAL_FLOOR, UNKNOWN_MEDIAN + USUAL_CEILING, 0)
    floor, median, ceiling = (float(value) for value in np.quantile(voiced, [0.05, 0.5, 0.95]))
    own = len(voiced) / (len(voiced) + USUAL_WEIGHT)
    down = own * (floor - median) + (1 - own) * USUAL_FLOOR
    up = own * (ceiling - median) + (1 - own) * USUAL_CEILING
    return Register(median, median + down, median + up, len(voiced))


def loudness(samples: Float32) -> Float64:
    """Decibels against full scale every 10 ms, over 25 ms; array [shape=(len(samples) // 160 + 1,)]."""
    step, half = round(F0_SECONDS * SAMPLE_RATE), LOUDNESS_WINDOW // 2
    squares = np.concatenate([[0.0], np.cumsum(samples.astype(np.float64) ** 2)])
    centres = np.arange(len(samples) // step + 1) * step
    first, last = np.maximum(centres - half, 0), np.minimum(centres + half, len(samples))
    mean = (squares[last] - squares[first]) / LOUDNESS_WINDOW
    return np.asarray(10 * np.log10(np.maximum(mean, 1e-10)))


def features(
    pitch: Float64,
    strength: Float64,
    loud: Float64,
    spans: Sequence[Span],
    accepted: Sequence[frozenset[int]],
    voice: Register,
) -> Float32:
    """One row for each syllable, without the tone that is expected of it; the tones expected of its neighbours are in it.

    Parameters
    ----------
    pitch, strength, loud : arrays [shape=(n_frames,)]
        Semitones (NaN where unvoiced), height of the correlation peak, decibels; every 10 ms.
    spans : the syllables that were read, in order
    accepted : the tones that count as right for each of them; empty = not known
    voice : the reader's register

    Returns
    -------
    array of float32 [shape=(n_syllables, FEATURES)]
    """
    if not spans:
        return np.zeros((0, FEATURES), np.float32)
    levels = (pitch - voice.median) / voice.level
    loudest = float(np.quantile(loud, 0.95))
    finals = [_final(levels, strength, (loud - loudest) / 10, span) for span in spans]
    own = np.stack([part.row for part in finals])
    small = np.stack([part.row[:POINTS][_thinned] for part in finals])
    columns = [own, _lengths(spans), _neighbours(small, spans), _surroundings(finals), _tones_beside(accepted)]
    columns += [_baseline(finals, accepted), np.full((len(spans), 1), np.log1p(voice.frames / 100))]
    return np.concatenate(columns, axis=1).astype(np.float32)


class _Final(NamedTuple):
    row: Float64
    mean: float
    """Level, NaN without voice."""
    rise: float
    """Levels from the first to the second half, NaN without voice."""


_thinned = np.linspace(0, POINTS - 1, NEIGHBOUR_POINTS).round().astype(int)


def _frames(start: float, end: float, n_frames: int) -> Positions:
    first = min(max(round(start / F0_SECONDS), 0), n_frames - 1)
    last = min(max(round(end / F0_SECONDS), first + 1), n_frames)
    return np.arange(first, last)


def _final(levels: Float64, strength: Float64, loud: Float64, span: Span) -> _Final:
    """Level, voicing, height of the peak and loudness at even places over the final, and figures of the whole."""
    frames = _frames(span.final_start, span.end, len(levels))
    voiced = frames[np.isfinite(levels[frames])]
    positions = np.linspace(frames[0], frames[-1], POINTS)
    level = np.interp(positions, voiced, levels[voiced]) if len(voiced) else np.zeros(POINTS)
    is_voiced = np.interp(positions, frames, np.isfinite(levels[frames]).astype(float))
    inside = loud[frames]
    figures = [
        float(np.isfinite(levels[frames]).mean()),
        float(strength[frames].mean()),
        float(inside.max()),
        min(float(np.ptp(levels[voiced])), 5.0) if len(voiced) else 0.0,
        (voiced[0] - frames[0]) / 10 if len(voiced) else 1.0,
        (frames[-1] - voiced[-1]) / 10 if len(voiced) else 1.0,
        _onset(levels, span),
    ]
    row = np.concatenate(
        [np.clip(level, -5, 5), is_voiced, np.clip(np.interp(positions, frames, inside), -5, 1), figures]
    )
    halves = np.array_split(levels[voiced], 2)
    rise = float(halves[1].mean() - halves[0].mean()) if len(voiced) > 1 else np.nan
    return _Final(row, float(levels[voiced].mean()) if len(voiced) else np.nan, rise)


def _onset(levels: Float64, span: Span) -> float:
    """Mean level over a voiced initial, against the final's first voiced frames; 0 without."""
    initial = levels[_frames(span.start, span.final_start, len(levels))]
    final = levels[_frames(span.final_start, span.end, len(levels))]
    before, after = initial[np.isfinite(initial)], final[np.isfinite(final)]
    if len(before) == 0 or len(after) == 0 or span.final_start <= span.start:
        return 0.0
    return float(np.clip(before.mean() - after[:3].mean(), -3, 3))


def _lengths(spans: Sequence[Span]) -> Float64:
    """Logarithms of the lengths of final and syllable, alone and against the middle of the recording."""
    final = np.log([max(span.end - span.final_start, 0.02) for span in spans])
    syllable = np.log([max(span.end - span.start, 0.02) for span in spans])
    count = np.full(len(spans), min(len(spans), 8) / 8)
    return np.stack(
        [final + 1.6, syllable + 1.4, final - np.median(final), syllable - np.median(syllable), count], axis=1
    )


def _neighbours(levels: Float64, spans: Sequence[Span]) -> Float64:
    """Levels over the finals beside, nearness of each neighbour (1 = it touches, 0 = none), differences at the seams."""
    nothing = np.zeros((1, levels.shape[1]))
    before, after = np.concatenate([nothing, levels[:-1]]), np.concatenate([levels[1:], nothing])
    gaps = np.array([right.start - left.end for left, right in itertools.pairwise(spans)])
    near = 1 - np.clip(gaps, 0, LONGEST_GAP) / LONGEST_GAP
    near_before, near_after = np.concatenate([[0.0], near]), np.concatenate([near, [0.0]])
    is_before, is_after = np.arange(len(spans)) > 0, np.arange(len(spans)) < len(spans) - 1
    flags = np.stack([near_before, near_after, is_before, is_after], axis=1)
    return np.concatenate([before, after, flags], axis=1)


def _surroundings(finals: Sequence[_Final]) -> Float64:
    """Mean level of the `NEAREST` syllables on either side, and of all, the syllable itself left out."""
    means = np.array([part.mean for part in finals])
    known = np.isfinite(means)
    filled = np.where(known, means, 0.0)
    sums, counts = np.cumsum(np.append(0.0, filled)), np.cumsum(np.append(0, known))
    indexes = np.arange(len(means))

    def mean(first: Positions, last: Positions) -> Float64:
        return np.asarray((sums[last] - sums[first]) / np.maximum(counts[last] - counts[first], 1))

    before = mean(np.maximum(indexes - NEAREST, 0), indexes)
    after = mean(indexes + 1, np.minimum(indexes + 1 + NEAREST, len(means)))
    rest = (sums[-1] - filled) / np.maximum(counts[-1] - known, 1)
    return np.stack([before, after, rest], axis=1)


def _tones_beside(accepted: Sequence[frozenset[int]]) -> Float64:
    """The tones that count as right before and after, each a share of the set."""
    shares = np.zeros((len(accepted) + 2, TONES))
    for row, tones in enumerate(accepted, start=1):
        for tone in tones:
            shares[row, tone - 1] = 1 / len(tones)
    return np.concatenate([shares[:-2], shares[2:]], axis=1)


def _baseline(finals: Sequence[_Final], accepted: Sequence[frozenset[int]]) -> Float64:
    """How far the other syllables lie above what their tones ask for, near and over all, and how far they rise above it.

    So a sentence that sinks, or a voice whose first tones fall, is not taken for other tones. Only what all tones share is
    corrected: a template for each tone out of the reading itself would learn a reader's constant mistake.
    """
    count = len(finals)
    means, rises = np.array([part.mean for part in finals]), np.array([part.rise for part in finals])
    known = np.array([bool(tones) for tones in accepted]) & np.isfinite(means) & np.isfinite(rises)
    usual = np.array([_usual_course(tones) for tones in accepted])
    above = np.where(known, means - usual[:, 0], 0.0)
    steeper = np.where(known, rises - usual[:, 1], 0.0)
    distance = np.abs(np.arange(count)[:, None] - np.arange(count)[None])
    near = np.where(distance > 0, np.exp(-distance / FADING), 0.0) * known
    others = (distance > 0) * known
    near_sum, others_sum = near.sum(1), others.sum(1)
    over_all = [others @ part / (others_sum + TOTAL_PRIOR_COUNT) for part in (above, steeper)]
    columns = [
        near @ above / (near_sum + NEAR_PRIOR_COUNT),
        *over_all,
        others_sum / (others_sum + HALF_CONFIDENT_COUNT),
    ]
    return np.asarray(np.clip(np.stack(columns, axis=1), -3, 3))


def _usual_course(tones: frozenset[int]) -> tuple[float, float]:
    """Usual level from the median, and rise in levels, of a set of tones."""
    if not tones:
        return 0.0, 0.0
    courses = [USUAL_TONES[tone] for tone in sorted(tones)]
    return sum(level for level, _ in courses) / len(courses), sum(rise for _, rise in courses) / len(courses)


FEATURES = 3 * POINTS + 7 + 5 + 2 * NEIGHBOUR_POINTS + 4 + 3 + 2 * TONES + 4 + 1
TEXT_COLUMNS = slice(FEATURES - 1 - 4 - 2 * TONES, FEATURES - 1)
"""What is made of the tones that the text asks of the other syllables."""
