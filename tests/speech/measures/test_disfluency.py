"""Fillers and repairs: held sounds made of pulses through formants, and alignments with known additions."""

from __future__ import annotations

import numpy as np
import pytest

from core.speech.measures.disfluency import (
    corrected_fluency,
    held_sound,
    is_filled_pause,
    pause_fluency,
    repairs,
    with_fillers,
)
from core.speech.model import F0_SECONDS, SAMPLE_RATE, ExtraSpeech, PitchTrack
from tests.speech.readings import read_through

SECONDS = 0.5
SCHWA, AH, EE = (500.0, 1500.0, 2500.0), (800.0, 1200.0, 2600.0), (300.0, 2300.0, 3000.0)


def voiced(hz: np.ndarray, formants: np.ndarray) -> np.ndarray:
    """Harmonics of a moving pitch, each as loud as moving formants make it; arrays over samples."""
    phase = 2 * np.pi * np.cumsum(hz) / SAMPLE_RATE
    sound = np.zeros(len(hz))
    for harmonic in range(1, 25):
        at = harmonic * hz[:, None]
        gain = (1 / (1 + ((at - formants) / 120) ** 2)).sum(axis=1)
        sound += gain / harmonic * np.sin(harmonic * phase)
    return (0.1 * sound / np.abs(sound).max()).astype(np.float32)


def moving(
    start: float, end: float, first: tuple[float, ...], last: tuple[float, ...]
) -> tuple[np.ndarray, PitchTrack]:
    """A sound whose pitch and formants go from one to the other."""
    share = np.linspace(0, 1, round(SECONDS * SAMPLE_RATE))
    hz = start * (end / start) ** share
    formants = np.array(first) * (1 - share[:, None]) + np.array(last) * share[:, None]
    return voiced(hz, formants), PitchTrack(hz[:: round(F0_SECONDS * SAMPLE_RATE)])


def test_a_held_vowel_is_a_filled_pause():
    samples, pitch = moving(120, 118, SCHWA, SCHWA)
    assert is_filled_pause(samples, pitch, 0.0, SECONDS)


def test_a_held_vowel_is_one_at_any_loudness():
    samples, pitch = moving(120, 118, SCHWA, SCHWA)
    fading = samples * np.linspace(1, 0.05, len(samples), dtype=np.float32)
    assert is_filled_pause(fading, pitch, 0.0, SECONDS)


def test_a_falling_tone_is_none():
    samples, pitch = moving(180, 100, AH, AH)
    assert not is_filled_pause(samples, pitch, 0.0, SECONDS)


def test_a_diphthong_on_a_level_tone_is_none():
    samples, pitch = moving(150, 150, AH, EE)
    assert held_sound(samples, pitch, 0.0, SECONDS).pitch_range < 0.1
    assert not is_filled_pause(samples, pitch, 0.0, SECONDS)


def test_noise_is_none():
    samples = np.random.default_rng(1).normal(0, 0.1, 8_000).astype(np.float32)
    assert not is_filled_pause(samples, PitchTrack(np.full(50, np.nan)), 0.0, SECONDS)


def test_a_short_sound_is_none():
    samples, pitch = moving(120, 120, SCHWA, SCHWA)
    assert not is_filled_pause(samples, pitch, 0.1, 0.3)
    assert not is_filled_pause(samples, pitch, 0.1, 0.12)


def test_an_addition_that_is_held_becomes_a_filler():
    samples, pitch = moving(120, 118, SCHWA, SCHWA)
    alignment = read_through(
        4, extras=[ExtraSpeech("extra", 0.0, SECONDS, -1, 1), ExtraSpeech("extra", 1.6, 2.0, 3, 2)]
    )
    assert [each.kind for each in with_fillers(alignment, samples, pitch).extras] == ["filler", "extra"]


def test_fillers_and_repeats_are_counted_per_hundred_syllables():
    extras = [
        ExtraSpeech("filler", 1.0, 1.3, 1, 1),
        ExtraSpeech("repeat", 1.5, 2.0, 3, 2, 2, 3),
        ExtraSpeech("filler", 2.5, 2.8, 5, 1),
    ]
    alignment = read_through(20, extras=extras)
    assert pause_fluency(alignment, produced=25).value == pytest.approx(8)
    assert corrected_fluency(alignment, produced=25).value == pytest.approx(4)
    assert pause_fluency(alignment, produced=0).value is None


def test_one_syllable_broken_off_before_the_text_goes_on_is_a_false_start():
    alignment = read_through(10, gaps={5: 0.4}, extras=[ExtraSpeech("extra", 1.8, 2.0, 4, 1)])
    assert len(repairs(alignment)) == 1


def test_an_added_word_is_no_false_start():
    alignment = read_through(10, gaps={5: 0.6}, extras=[ExtraSpeech("extra", 1.8, 2.2, 4, 2)])
    assert repairs(alignment) == []
