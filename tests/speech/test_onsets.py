"""Beginnings of syllables are moved to where the sound begins."""

from __future__ import annotations

import numpy as np
import pytest

from core.speech.model import AlignedSyllable, Alignment
from core.speech.onsets import refined

RATE = 16_000


def tone(start: float, end: float, *, seconds: float = 1.5) -> np.ndarray:
    """A hum over faint noise."""
    at = np.arange(round(RATE * seconds)) / RATE
    hum = np.where((at >= start) & (at < end), 0.3 * np.sin(2 * np.pi * 200 * at), 0)
    return (hum + np.random.default_rng(0).normal(0, 1e-3, len(at))).astype(np.float32)


def one(start: float, end: float, index: int = 0) -> AlignedSyllable:
    return AlignedSyllable(index, "read", start, end, start)


def test_an_onset_heard_late_is_moved_back_to_the_sound():
    moved = refined(Alignment((one(0.6, 0.9),), (), -0.1), tone(0.5, 0.9)).syllables[0]
    assert moved.start == pytest.approx(0.5, abs=0.015)
    assert (moved.final_start, moved.end) == (moved.start, 0.9)


def test_an_onset_in_its_place_stays():
    assert refined(Alignment((one(0.5, 0.9),), (), -0.1), tone(0.5, 0.9)).syllables[0].start == pytest.approx(
        0.5, abs=0.015
    )


def test_no_onset_is_moved_over_the_syllable_before():
    before, after = refined(Alignment((one(0.3, 0.5), one(0.56, 0.9, 1)), (), -0.1), tone(0.3, 0.9)).syllables
    assert after.start >= before.end


def test_omitted_syllables_and_empty_sound_are_left_alone():
    left_out = AlignedSyllable(0, "omitted", 0.0, 0.0, 0.0, confidence=0.0)
    assert refined(Alignment((left_out,), (), -6.0), np.zeros(0, np.float32)).syllables == (left_out,)
