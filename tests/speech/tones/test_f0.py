"""Pitch against signals whose pitch is known beforehand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.arrays import Float64
from core.speech.tones.f0 import track
from evaluation.speech import signals

RATE = 16_000


def pulses(hz: Float64) -> Float64:
    """A voice of even overtones under 3 kHz that follows a contour given at each sample."""
    phase = 2 * np.pi * np.cumsum(hz) / RATE
    overtones = [np.sin(k * phase) / k * (k * hz < 3_000) for k in range(1, 25)]
    return np.asarray(0.1 * np.sum(overtones, axis=0))


def heard(sound: Float64) -> Float64:
    """Hz of the frames."""
    return track(sound.astype(np.float32)).hz


@settings(deadline=None, max_examples=25)
@given(hz=st.floats(70, 450))
def test_a_steady_voice_is_heard_at_its_pitch(hz: float) -> None:
    found = heard(pulses(np.full(RATE // 2, hz)))[5:-5]
    assert np.isfinite(found).all()
    assert np.abs(found / hz - 1).max() < 0.01


@pytest.mark.parametrize(("first", "last"), [(120, 240), (300, 130), (90, 70), (180, 420)])
def test_a_glide_is_followed_without_octave_jumps(first: float, last: float) -> None:
    hz = np.geomspace(first, last, RATE // 2)
    found = heard(pulses(hz))
    true = hz[np.minimum(np.arange(len(found)) * 160, len(hz) - 1)]
    assert np.nanmax(np.abs(found / true - 1)[4:-4]) < 0.06


@pytest.mark.parametrize("snr_db", [20, 10])
def test_noise_hides_some_of_a_voice_but_moves_no_octave(snr_db: float) -> None:
    hz = np.geomspace(150, 260, RATE)
    voice = pulses(hz)
    noise = signals.noise("white", 1.0, rms=float(voice.std()) / 10 ** (snr_db / 20))
    found = heard(voice + noise)
    true = hz[np.minimum(np.arange(len(found)) * 160, len(hz) - 1)]
    kept = np.isfinite(found)
    assert kept.mean() > 0.9
    assert (np.abs(found[kept] / true[kept] - 1) > 0.2).mean() < 0.005


@pytest.mark.parametrize("sound", [signals.silence(1.0), signals.noise("white", 1.0), signals.noise("pink", 1.0)])
def test_silence_and_noise_have_no_pitch(sound: Float64) -> None:
    assert np.isfinite(heard(sound)).mean() < 0.05


def test_the_register_is_not_taken_from_hum_beside_a_high_voice() -> None:
    voice = np.concatenate([np.zeros(RATE // 2), pulses(np.full(RATE // 2, 370.0)), np.zeros(RATE // 2)])
    found = heard(voice + signals.hum(1.5, amplitude=0.004)[: len(voice)])
    assert np.nanmedian(found[55:95]) == pytest.approx(370, rel=0.01)


def test_every_ten_milliseconds_have_a_frame() -> None:
    for count in (0, 1, 159, 160, 1_000, 16_000):
        found = track(np.zeros(count, np.float32))
        assert len(found.hz) == len(found.strength) == count // 160 + 1


def test_loudness_changes_nothing() -> None:
    voice = pulses(np.geomspace(150, 260, RATE))
    np.testing.assert_allclose(heard(voice), heard(0.05 * voice), rtol=1e-3)


def test_two_minutes_are_tracked_in_little_time_and_the_same_again() -> None:
    voice = np.tile(np.concatenate([pulses(np.geomspace(200, 150, 6 * RATE)), np.zeros(RATE)]), 3)
    np.testing.assert_array_equal(heard(voice), heard(voice))
