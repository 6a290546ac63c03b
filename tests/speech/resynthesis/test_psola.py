"""Another pitch for a voice whose pitch is known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.arrays import Float32, Float64
from core.speech.model import SAMPLE_RATE
from core.speech.resynthesis.psola import with_pitch
from core.speech.tones.f0 import track

COUNT = SAMPLE_RATE // 2
FIRST, LAST = 1_000, 7_000


def voice(hz: Float64) -> Float32:
    """Pulses through one resonance at 700 Hz, that follow a contour given at each sample."""
    phase = 2 * np.pi * np.cumsum(hz) / SAMPLE_RATE
    overtones = [np.sin(k * phase) / (1 + ((k * hz - 700) / 300) ** 2) * (k * hz < 4_000) for k in range(1, 40)]
    return np.asarray(0.1 * np.sum(overtones, axis=0), np.float32)


@settings(deadline=None, max_examples=30)
@given(hz=st.floats(85, 330), begin=st.floats(-6, 6), end=st.floats(-6, 6))
def test_a_voice_takes_the_wanted_pitch_within_a_semitone_and_keeps_its_length(
    hz: float, begin: float, end: float
) -> None:
    source = np.full(COUNT, hz)
    target = hz * 2 ** (np.linspace(begin, end, COUNT) / 12)
    sound = voice(source)
    made = with_pitch(sound, source, target, first=FIRST, last=LAST)
    assert made is not None
    assert len(made) == len(sound)
    inner = slice(FIRST // 160 + 4, LAST // 160 - 4)
    heard = track(made).hz[inner]
    wanted = target[np.arange(len(made) // 160 + 1) * 160 % COUNT][inner]
    assert np.nanmax(np.abs(12 * np.log2(heard / wanted))) < 1
    assert np.isfinite(heard).mean() > 0.95


@settings(deadline=None, max_examples=20)
@given(shift=st.floats(-7, 7))
def test_nothing_changes_outside_the_stretch(shift: float) -> None:
    source = np.full(COUNT, 150.0)
    sound = voice(source)
    made = with_pitch(sound, source, source * 2 ** (shift / 12), first=FIRST, last=LAST)
    assert made is not None
    assert np.array_equal(made[:FIRST], sound[:FIRST])
    assert np.array_equal(made[LAST:], sound[LAST:])


def test_the_same_pitch_gives_nearly_the_same_sound() -> None:
    source = np.full(COUNT, 160.0)
    sound = voice(source)
    made = with_pitch(sound, source, source, first=FIRST, last=LAST)
    assert made is not None
    error = made[FIRST:LAST] - sound[FIRST:LAST]
    assert np.sqrt(np.mean(error**2)) < 0.2 * np.sqrt(np.mean(sound[FIRST:LAST] ** 2))


@pytest.mark.parametrize("shift", [-5, 5])
def test_the_resonance_stays_where_it_is_and_the_loudness_too(shift: float) -> None:
    source = np.full(COUNT, 140.0)
    sound = voice(source)
    made = with_pitch(sound, source, source * 2 ** (shift / 12), first=FIRST, last=LAST)
    assert made is not None

    def resonance(samples: Float32) -> float:
        power = np.abs(np.fft.rfft(samples[FIRST + 500 : LAST - 500])) ** 2
        hz = np.fft.rfftfreq(LAST - FIRST - 1_000, 1 / SAMPLE_RATE)
        near = (hz > 300) & (hz < 1_500)
        return float((hz[near] * power[near]).sum() / power[near].sum())

    assert resonance(made) == pytest.approx(resonance(sound), rel=0.06)
    loudness = [np.sqrt(np.mean(samples[FIRST + 500 : LAST - 500] ** 2)) for samples in (made, sound)]
    assert 20 * np.log10(loudness[0] / loudness[1]) == pytest.approx(0, abs=1.5)


def test_too_few_periods_give_nothing() -> None:
    source = np.full(COUNT, 100.0)
    assert with_pitch(voice(source), source, source, first=FIRST, last=FIRST + 300) is None
