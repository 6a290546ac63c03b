"""Where exactly syllables begin: the aligner's frames, corrected by the energy of the sound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from core.arrays import Float32, Float64
from core.speech.model import SAMPLE_RATE, AlignedSyllable, Alignment

STEP = 80
"""Samples between two energies: 5 ms."""
WINDOW = 160
STEP_SECONDS = STEP / SAMPLE_RATE
SMOOTHED = 3
"""Levels averaged in the search for the weakest moment."""
SILENCE_SECONDS = 0.04
"""A gap before a syllable from which its beginning can be seen in the energy."""
BEFORE_SECONDS = 0.3
"""Where a beginning is looked for."""
GAP_QUANTILE = 0.2
"""Share of what lies before a syllable that is surely not speech."""
RISE_DB = 5.0
"""Over the gap's level: where speech begins."""
DEPTH_DB = 30.0
"""Below the loudest of the syllable, energy is not speech either."""
EDGES = (1, 16, 40, 72, 127)
"""Bins of 62.5 Hz between bands: a hiss begins in other bands than those in which the vowel before it dies away."""
POINTS = 256
FLOOR_QUANTILE = 0.07
"""Share of a band's levels that is its noise."""
DEEPEST_DB = 55.0
"""Below the loudest band: no noise is taken to be weaker."""
BLOCK = 3_000
"""Windows transformed at a time: bounds the memory."""
JOIN_SECONDS = 0.01
"""The model hears a syllable begin that much early inside speech, since the end of the one before is its weakest part."""
SPREAD = 0.2
"""Of the shorter of two syllables: how far off the model's bound between them easily is."""
LEAST_SPREAD, MOST_SPREAD = 0.02, 0.1
"""Seconds."""
PULL_DB = 12.0
"""How much deeper a valley must be to be believed one spread away from the model's bound.

Chosen on spliced syllables (seeds other than those of `benchmarks.speech.segments`) against sentences of a speaker unseen by the network, whose
bounds a GMM-HMM had laid: share of onsets within 50 ms in clean splices, at 15 dB, and in the sentences. Without valleys .943 .872 .963; the
valley of the whole band, 3 dB at 50 ms, .978 .923 .826, for it takes the closure and the hiss of connected speech for the syllable before; mean of bands at
3 dB .977 .915 .935, at 6 dB .973 .908 .948; by the syllable's length at 6 dB .972 .915 .942, at 12 dB (as here) .970 .907 .956. Shifts by
the class of the initial .943 .892. A network over spectra and posteriors of the surroundings, trained on the two women's syllables and on sentences,
.943 .887 (linear) and .927 .850 (32 hidden), although it placed sentences better (.955 of the speaker left out).
"""
STANDS_OUT_DB = 3.0
"""Over the noise, mean of the bands: where a syllable begins that the model heard in noise alone."""
QUIET_SECONDS, FORWARD_SECONDS = 0.03, 0.1
"""Noise before an onset (its loudest; by its mean .915) from which it may be moved on to the sound, and how far: at 15 dB .907 to .927, clean .970 to
.968; all with paths that leave nothing out."""
NEAREST_SECONDS = 0.04
"""Between two onsets; and this much of a syllable is left at least."""


def with_refined_onsets(alignment: Alignment, samples: Float32) -> Alignment:
    """The alignment with its onsets moved to where the sound begins, never past a neighbour.

    Measured on syllables of an unseen voice set end to end and apart (`benchmarks.speech.segments`).
    """
    read = [syllable for syllable in alignment.syllables if syllable.presence == "read"]
    if not read:
        return alignment
    levels, heights = _decibels(samples), _heights(samples)
    starts = [
        _moved_to_sound(syllable, _onset(previous, syllable, levels, heights), heights)
        for previous, syllable in zip([None, *read], read, strict=False)
    ]
    refined = {
        syllable.index: _bounded(syllable, start, following)
        for syllable, start, following in zip(read, starts, [*starts[1:], np.inf], strict=True)
    }
    syllables = tuple(refined.get(syllable.index, syllable) for syllable in alignment.syllables)
    return replace(alignment, syllables=syllables)


def _decibels(samples: Float32) -> Float64:
    """Level in decibels of 10 ms every 5 ms."""
    power = np.concatenate([[0.0], np.cumsum(np.square(samples, dtype=np.float64))])
    begins = np.arange(0, max(1, len(samples) - WINDOW), STEP)
    ends = np.minimum(begins + WINDOW, len(samples))
    return np.asarray(10 * np.log10((power[ends] - power[begins]) / WINDOW + 1e-10))


def _heights(samples: Float32) -> Float64:
    """Mean decibels over the noise of four bands, 10 ms every 5 ms."""
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(samples, (0, 2 * WINDOW)), WINDOW)[::STEP]
    windows = windows[: max(1, (len(samples) - WINDOW) // STEP + 1)]
    shape = np.hanning(WINDOW).astype(np.float32)
    levels = np.empty((len(windows), len(EDGES) - 1))
    for first in range(0, len(windows), BLOCK):
        power = np.abs(np.fft.rfft(windows[first : first + BLOCK] * shape, POINTS, axis=1)) ** 2
        bands = [power[:, begin:end].mean(axis=1) for begin, end in pairwise(EDGES)]
        levels[first : first + BLOCK] = 10 * np.log10(np.column_stack(bands) + 1e-9)
    noise = np.maximum(np.quantile(levels, FLOOR_QUANTILE, axis=0), levels.max() - DEEPEST_DB)
    return np.asarray(np.maximum(levels - noise, 0).mean(axis=1))


def _onset(previous: AlignedSyllable | None, syllable: AlignedSyllable, levels: Float64, heights: Float64) -> float:
    """The onset of a syllable in seconds.

    After a gap it is moved back from the aligner's onset as far as the sound stands out; else to the weakest moment nearby.
    """
    previous_end = previous.end if previous else 0.0
    if syllable.start - previous_end < SILENCE_SECONDS:
        return _weakest_moment(previous, syllable, heights)
    first = round(max(previous_end, syllable.start - BEFORE_SECONDS) / STEP_SECONDS)
    last = round(syllable.start / STEP_SECONDS)
    stretch = levels[first:last]
    loudest = levels[last : round(syllable.end / STEP_SECONDS)].max(initial=-100.0)
    if not len(stretch):
        return syllable.start
    least = max(float(np.quantile(stretch, GAP_QUANTILE)) + RISE_DB, loudest - DEPTH_DB)
    quiet = np.flatnonzero(stretch < least)
    return min(syllable.start, (first + int(quiet[-1]) + 1.5) * STEP_SECONDS) if len(quiet) else syllable.start


def _weakest_moment(previous: AlignedSyllable | None, syllable: AlignedSyllable, heights: Float64) -> float:
    """The moment between two syllables at which the sound is weakest, not far from the aligner's bound."""
    previous_start = previous.start if previous else 0.0
    seconds = syllable.end - syllable.start
    shorter = min(syllable.start - previous_start, seconds) if previous else seconds
    spread = float(np.clip(SPREAD * shorter, LEAST_SPREAD, MOST_SPREAD))
    first = round(
        max(syllable.start - 2 * spread, previous_start + NEAREST_SECONDS if previous else 0.0) / STEP_SECONDS
    )
    last = round(min(syllable.start + 2 * spread, syllable.end - NEAREST_SECONDS) / STEP_SECONDS) + 1
    near = np.pad(heights, 1, mode="edge")[first : last + 2]
    if len(near) < SMOOTHED + 1:
        return syllable.start
    level = np.convolve(near, np.full(SMOOTHED, 1 / SMOOTHED), "valid")
    times = (first + 1 + np.arange(len(level))) * STEP_SECONDS
    distances = (times - syllable.start - JOIN_SECONDS) / spread
    return float(times[np.argmin(level + PULL_DB * distances**2)])


def _moved_to_sound(syllable: AlignedSyllable, start: float, heights: Float64) -> float:
    """The onset moved on to the sound, where there is nothing but noise before and at it."""
    step = round(start / STEP_SECONDS)
    last = round(min(start + FORWARD_SECONDS, syllable.end - NEAREST_SECONDS) / STEP_SECONDS)
    before = heights[max(0, step - round(QUIET_SECONDS / STEP_SECONDS)) : step + 1]
    if before.max(initial=0.0) > STANDS_OUT_DB:
        return start
    loud = heights[step : last + 1] > STANDS_OUT_DB
    begins = np.flatnonzero(loud[:-1] & loud[1:])
    return start + max(0, int(begins[0]) - 1) * STEP_SECONDS if len(begins) else start


def _bounded(syllable: AlignedSyllable, start: float, next_start: float) -> AlignedSyllable:
    """The syllable with another onset, cut off where the next one begins."""
    final_start = start if syllable.final_start == syllable.start else max(syllable.final_start, start)
    end = min(syllable.end, next_start)
    return replace(syllable, start=start, final_start=min(final_start, end), end=end)


def onset_errors(aligned: Sequence[AlignedSyllable], onsets: Sequence[float]) -> Float64:
    """Seconds from the true onsets to the aligned ones; infinite where a syllable was taken for omitted."""
    return np.array(
        [
            syllable.start - onset if syllable.presence == "read" else np.inf
            for syllable, onset in zip(aligned, onsets, strict=True)
        ]
    )
