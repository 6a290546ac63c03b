"""Where exactly syllables begin: the aligner's frames, corrected by the energy of the sound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.speech.model import SAMPLES_A_SECOND, AlignedSyllable, Alignment

Floats = NDArray[np.float64]
STEP = 80
"""Samples between two energies: 5 ms."""
WINDOW = 160
STEP_SECONDS = STEP / SAMPLES_A_SECOND
SILENCE_SECONDS = 0.04
"""A gap before a syllable from which its beginning can be seen in the energy."""
JOIN_SECONDS = 0.008
"""The model hears a syllable begin that much early inside speech, since the end of the one before is its weakest part."""
BEFORE_SECONDS = 0.3
"""Where a beginning is looked for."""
GAP_QUANTILE = 0.2
"""Share of what lies before a syllable that is surely not speech."""
RISE_DB = 5.0
"""Over the gap's level: where speech begins."""
DEPTH_DB = 30.0
"""Below the loudest of the syllable, energy is not speech either."""


def refined(alignment: Alignment, samples: NDArray[np.float32]) -> Alignment:
    """The same alignment with onsets moved to where the sound begins, never past a neighbour.

    Measured on syllables of an unseen voice set end to end and apart (`benchmarks.speech_segments`).
    """
    levels = _decibels(samples)
    read = [one for one in alignment.syllables if one.presence == "read"]
    moved = {
        one.index: _begun(one, _onset(before, one, levels)) for before, one in zip([None, *read], read, strict=False)
    }
    return replace(alignment, syllables=tuple(moved.get(one.index, one) for one in alignment.syllables))


def _decibels(samples: NDArray[np.float32]) -> Floats:
    """Level of 10 ms every 5 ms."""
    power = np.concatenate([[0.0], np.cumsum(np.square(samples, dtype=np.float64))])
    begins = np.arange(0, max(1, len(samples) - WINDOW), STEP)
    ends = np.minimum(begins + WINDOW, len(samples))
    return np.asarray(10 * np.log10((power[ends] - power[begins]) / WINDOW + 1e-10))


def _onset(before: AlignedSyllable | None, one: AlignedSyllable, levels: Floats) -> float:
    """Back from the aligner's beginning as long as the sound stands out of the gap before it."""
    ended = before.end if before else 0.0
    if one.start - ended < SILENCE_SECONDS:
        return min(one.start + JOIN_SECONDS, one.end - STEP_SECONDS)
    first, last = round(max(ended, one.start - BEFORE_SECONDS) / STEP_SECONDS), round(one.start / STEP_SECONDS)
    stretch = levels[first:last]
    loudest = levels[last : round(one.end / STEP_SECONDS)].max(initial=-100.0)
    if not len(stretch):
        return one.start
    least = max(float(np.quantile(stretch, GAP_QUANTILE)) + RISE_DB, loudest - DEPTH_DB)
    quiet = np.flatnonzero(stretch < least)
    return min(one.start, (first + int(quiet[-1]) + 1.5) * STEP_SECONDS) if len(quiet) else one.start


def _begun(one: AlignedSyllable, start: float) -> AlignedSyllable:
    return replace(one, start=start, final_start=start if one.final_start == one.start else max(one.final_start, start))


def onset_errors(found: Sequence[AlignedSyllable], onsets: Sequence[float]) -> Floats:
    """Seconds from where syllables began to where they were found; infinite where they were not."""
    return np.array(
        [one.start - onset if one.presence == "read" else np.inf for one, onset in zip(found, onsets, strict=True)]
    )
