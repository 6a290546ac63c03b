"""Beginnings of syllables are moved to where the sound begins."""

from __future__ import annotations

import numpy as np
import pytest

from core.speech.aligning.onsets import with_refined_onsets
from core.speech.model import AlignedSyllable, Alignment

RATE = 16_000


def tone(start: float, end: float, *, seconds: float = 1.5) -> np.ndarray:
    """A hum over faint noise."""
    times = np.arange(round(RATE * seconds)) / RATE
    hum = np.where((times >= start) & (times < end), 0.3 * np.sin(2 * np.pi * 200 * times), 0)
    return (hum + np.random.default_rng(0).normal(0, 1e-3, len(times))).astype(np.float32)


def syllable(start: float, end: float, index: int = 0) -> AlignedSyllable:
    return AlignedSyllable(index, "read", start, end, start)


def test_an_onset_heard_late_is_moved_back_to_the_sound():
    moved = with_refined_onsets(Alignment((syllable(0.6, 0.9),), (), -0.1), tone(0.5, 0.9)).syllables[0]
    assert moved.start == pytest.approx(0.5, abs=0.015)
    assert (moved.final_start, moved.end) == (moved.start, 0.9)


def test_an_onset_in_its_place_stays():
    assert with_refined_onsets(Alignment((syllable(0.5, 0.9),), (), -0.1), tone(0.5, 0.9)).syllables[
        0
    ].start == pytest.approx(0.5, abs=0.015)


def test_no_onset_is_moved_over_the_syllable_before():
    before, after = with_refined_onsets(
        Alignment((syllable(0.3, 0.5), syllable(0.56, 0.9, 1)), (), -0.1), tone(0.3, 0.9)
    ).syllables
    assert after.start >= before.end


def test_omitted_syllables_and_empty_sound_are_left_alone():
    left_out = AlignedSyllable(0, "omitted", 0.0, 0.0, 0.0, confidence=0.0)
    assert with_refined_onsets(Alignment((left_out,), (), -6.0), np.zeros(0, np.float32)).syllables == (left_out,)


def test_of_two_syllables_that_touch_the_second_begins_where_the_sound_is_weakest():
    joined = tone(0.2, 0.5) + tone(0.52, 0.9)
    before, after = with_refined_onsets(
        Alignment((syllable(0.2, 0.46), syllable(0.46, 0.9, 1)), (), -0.1), joined
    ).syllables
    assert after.start == pytest.approx(0.51, abs=0.015)
    assert before.end <= after.start


def test_a_closure_after_the_bound_is_left_to_the_sound_that_it_belongs_to():
    """A stop begins with its silence: far from the bound, a weak moment is not taken for the bound."""
    closed = tone(0.2, 0.5) + tone(0.62, 0.9)
    after = with_refined_onsets(Alignment((syllable(0.2, 0.5), syllable(0.5, 0.9, 1)), (), -0.1), closed).syllables[1]
    assert after.start == pytest.approx(0.52, abs=0.03)


def test_an_onset_heard_in_silence_is_moved_on_to_the_sound():
    hums = tone(0.1, 0.3) + tone(0.6, 0.9)
    silent_between = np.where(np.abs(hums) < 0.01, 0, hums).astype(np.float32)
    before, after = with_refined_onsets(
        Alignment((syllable(0.1, 0.3), syllable(0.55, 0.9, 1)), (), -0.1), silent_between
    ).syllables
    assert after.start == pytest.approx(0.6, abs=0.015)
    assert before.end == 0.3
