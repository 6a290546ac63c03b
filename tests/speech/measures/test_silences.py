"""Pauses are found where they were put, in the quiet and in noise."""

from __future__ import annotations

import numpy as np
import pytest

from core.speech.measures import silences
from evaluation.speech import signals

PAUSED = signals.babbling(12, pauses=((3, 0.4), (7, 1.1)))
FOUND = ((0.3 + 4 * 0.22, 0.4), (0.3 + 8 * 0.22 + 0.4, 1.1))
"""Start and length of its pauses, seconds."""


@pytest.mark.parametrize("colour", sorted(signals.COLOURS))
@pytest.mark.parametrize("snr_db", [40, 20, 15, 10])
def test_every_pause_is_found_and_no_other(colour: str, snr_db: float) -> None:
    found = silences.pauses(silences.speech_mask(signals.noisy(PAUSED, snr_db, colour=colour)))
    assert len(found) == 2
    for pause, (start, seconds) in zip(found, FOUND, strict=True):
        assert pause.start == pytest.approx(start, abs=0.06)
        assert pause.seconds == pytest.approx(seconds, abs=0.12)


def test_a_gain_changes_nothing() -> None:
    quiet, loud = (silences.speech_mask(signals.noisy(PAUSED, 20) * gain) for gain in (0.02, 2.0))
    assert (quiet == loud).all()


def test_noise_raised_by_gain_control_in_a_pause_is_a_pause() -> None:
    sound = signals.noisy(PAUSED, 40)
    start = round((FOUND[1][0] + 0.1) * 16_000)
    sound[start : start + 12_000] *= np.linspace(1, 4, 12_000, dtype=np.float32)
    assert [round(pause.seconds, 1) for pause in silences.pauses(silences.speech_mask(sound))] == [0.4, 1.1]


def test_hum_under_the_voice_hides_no_pause() -> None:
    sound = signals.noisy(PAUSED, 40)
    sound += signals.hum(len(sound) / 16_000, amplitude=0.05)
    assert len(silences.pauses(silences.speech_mask(sound))) == 2


def test_the_closure_of_a_stop_is_no_pause() -> None:
    mask = silences.speech_mask(signals.noisy(signals.babbling(6, pauses=((2, 0.12),)), 40))
    assert len(silences.intervals(mask)) == 1


def test_a_pause_counts_from_the_length_asked_for() -> None:
    mask = np.array([True] * 10 + [False] * 30 + [True] * 10 + [False] * 24 + [True] * 10)
    assert [pause.seconds for pause in silences.pauses(mask)] == [pytest.approx(0.3)]
    assert len(silences.pauses(mask, shortest=0.24)) == 2
    assert silences.pauses(mask, shortest=0.31) == []


def test_speech_goes_from_its_first_onset_to_its_last_end() -> None:
    runs = silences.intervals(silences.speech_mask(signals.noisy(PAUSED, 40)))
    bounds = (runs[0][0] * silences.STEP_SECONDS, runs[-1][1] * silences.STEP_SECONDS)
    assert bounds == pytest.approx((0.3, 0.3 + 12 * 0.22 + 1.5), abs=0.05)


@pytest.mark.parametrize("colour", sorted(signals.COLOURS))
def test_steady_noise_is_no_speech(colour: str) -> None:
    assert silences.speech_seconds(silences.speech_mask(signals.noise(colour, 5.0))) < 0.1


@pytest.mark.parametrize("count", [0, 1, 159, 160, 161, 401])
def test_the_mask_has_a_frame_for_each_step_begun(count: int) -> None:
    mask = silences.speech_mask(np.zeros(count, dtype=np.float32))
    assert len(mask) == -(-count // silences.STEP)
    assert not mask.any()
