"""One's own voice with the right tone: what is changed, what is not, and where nothing is made."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.arrays import Float32
from core.speech.model import F0_SECONDS, SAMPLE_RATE, PitchTrack
from core.speech.resynthesis.target import (
    LEAST_LEVEL_SEMITONES,
    level_semitones,
    local_shift,
    target_semitones,
    tone_levels,
)
from core.speech.resynthesis.transplant import RightTone, with_tone
from core.speech.tones.f0 import track
from core.speech.tones.features import Register, Span, semitones
from evaluation.speech.readings import with_noise
from tests.speech.resynthesis.test_psola import voice

TONES = [1, 4, 2, 3, 1, 2, 4, 1]
SHAPES = {1: (4.6, 4.7, 4.6), 2: (2.4, 2.8, 4.4), 3: (2.2, 1.0, 1.3), 4: (5.0, 3.8, 1.2)}
"""Levels at the beginning, middle and end of a final."""
LEVEL_SEMITONES = 2.2
INITIAL_SECONDS, FINAL_SECONDS, EDGE_SECONDS = 0.06, 0.22, 0.4


def spoken(*, f0_hz: float = 130.0) -> tuple[Float32, list[Span]]:
    """Eight tones one after another, each after a hiss, in a voice whose middle is given; and their times."""
    rng, parts, spans = np.random.default_rng(1), [], []
    start = EDGE_SECONDS
    for tone in TONES:
        hiss, count = round(INITIAL_SECONDS * SAMPLE_RATE), round(FINAL_SECONDS * SAMPLE_RATE)
        levels = np.interp(np.linspace(0, 2, count), [0, 1, 2], SHAPES[tone])
        hz = f0_hz * 2 ** ((levels - 3) * LEVEL_SEMITONES / 12)
        edge = np.minimum(1, np.minimum(np.arange(count), np.arange(count)[::-1]) / 160)
        parts += [0.01 * rng.standard_normal(hiss), edge * voice(hz)]
        spans.append(Span(start, start + INITIAL_SECONDS, start + INITIAL_SECONDS + FINAL_SECONDS))
        start = spans[-1].end
    quiet = np.zeros(round(EDGE_SECONDS * SAMPLE_RATE))
    return np.concatenate([quiet, *parts, quiet]).astype(np.float32), spans


def transplanted(samples: Float32, spans: list[Span], index: int, tone: int) -> RightTone | str:
    tones = [tone if place == index else each for place, each in enumerate(TONES)]
    return with_tone(samples, track(samples), spans, tones, index)


def pasted(samples: Float32, made: RightTone) -> Float32:
    """The recording with the stretch that was made."""
    whole = samples.copy()
    first = round(made.offset * SAMPLE_RATE)
    whole[first : first + len(made.samples)] = made.samples
    return whole


def made_of(*voices_hz: float) -> list[tuple[Float32, Span, RightTone]]:
    """What is made of every syllable in every tone."""
    results = []
    for f0_hz in voices_hz:
        samples, spans = spoken(f0_hz=f0_hz)
        for index, span in enumerate(spans):
            for tone in (1, 2, 3, 4):
                made = transplanted(samples, spans, index, tone)
                if isinstance(made, RightTone):
                    results.append((samples, span, made))
    return results


@pytest.fixture(scope="module")
def made() -> list[tuple[Float32, Span, RightTone]]:
    return made_of(120.0, 210.0)


def test_a_clear_voice_is_given_another_tone_in_most_syllables(made: list[tuple[Float32, Span, RightTone]]) -> None:
    assert len(made) >= 0.9 * 2 * 4 * len(TONES)


def test_the_stretch_is_as_long_as_it_was(made: list[tuple[Float32, Span, RightTone]]) -> None:
    for samples, span, result in made:
        first = round(result.offset * SAMPLE_RATE)
        assert first + len(result.samples) <= len(samples)
        assert result.end - result.start == pytest.approx(span.end - span.start, rel=0.02)
        assert np.isfinite(result.samples).all()


def test_what_has_no_voice_is_not_changed(made: list[tuple[Float32, Span, RightTone]]) -> None:
    for samples, _, result in made:
        changed = np.flatnonzero(pasted(samples, result) != samples)
        frames = np.unique(np.round(changed / SAMPLE_RATE / F0_SECONDS).astype(int))
        unvoiced = ~np.isfinite(track(samples).hz)
        assert not unvoiced[frames[1:-1]].any() or unvoiced[frames[1:-1]].mean() < 0.15


def test_the_syllables_beside_keep_their_sound_but_for_a_glide(made: list[tuple[Float32, Span, RightTone]]) -> None:
    for samples, span, result in made:
        changed = np.flatnonzero(pasted(samples, result) != samples) / SAMPLE_RATE
        assert changed.min() >= span.start - 0.02
        assert changed.max() <= span.end + 0.07


def test_the_target_is_reached_within_a_semitone_where_there_is_voice(
    made: list[tuple[Float32, Span, RightTone]],
) -> None:
    shares = []
    for samples, _, result in made:
        heard = track(pasted(samples, result)).hz
        first = round((result.offset + result.voiced_from) / F0_SECONDS)
        away = np.abs(12 * np.log2(heard[first : first + len(result.hz)] / result.hz))[2:-2]
        shares.append(float((away <= 1).mean()))
    assert min(shares) >= 0.9


@pytest.mark.parametrize("kind", ["white", "silence"])
def test_noise_and_silence_give_nothing(kind: str) -> None:
    rng = np.random.default_rng(0)
    samples = np.asarray(0.1 * rng.standard_normal(3 * SAMPLE_RATE) * (kind == "white"), np.float32)
    spans = [Span(0.5, 0.55, 0.9), Span(1.0, 1.05, 1.4)]
    for index in (0, 1):
        assert with_tone(samples, track(samples), spans, [1, 4], index) in ("noisy", "too_short", "creaky")


@settings(deadline=None, max_examples=15)
@given(seed=st.integers(0, 1_000), rms=st.floats(1e-4, 0.5))
def test_noise_of_any_loudness_gives_nothing(seed: int, rms: float) -> None:
    samples = np.asarray(rms * np.random.default_rng(seed).standard_normal(2 * SAMPLE_RATE), np.float32)
    spans = [Span(0.5, 0.55, 0.9), Span(1.0, 1.05, 1.4)]
    assert isinstance(with_tone(samples, track(samples), spans, [1, 4], 0), str)


def test_a_voice_under_noise_gives_nothing() -> None:
    samples, spans = spoken()
    noisy = with_noise(samples, -3)
    assert all(isinstance(transplanted(noisy, spans, index, 4), str) for index in range(len(spans)))


def test_an_overdriven_voice_gives_nothing() -> None:
    samples, spans = spoken()
    loud = np.clip(30 * samples, -1, 1)
    reasons = {transplanted(loud, spans, index, 4) for index in range(len(spans))}
    assert "clipped" in reasons
    assert all(isinstance(reason, str) for reason in reasons)


def test_a_jump_of_an_octave_inside_a_final_gives_nothing() -> None:
    samples, spans = spoken()
    tracked = track(samples)
    index = 1
    hz = tracked.hz.copy()
    middle = round((spans[index].final_start + spans[index].end) / 2 / F0_SECONDS)
    hz[middle : round(spans[index].end / F0_SECONDS)] *= 2
    doubted = with_tone(samples, PitchTrack(hz, tracked.strength), spans, TONES, index)
    assert doubted == "octave"


def test_a_gap_in_the_voice_gives_nothing() -> None:
    samples, spans = spoken()
    tracked = track(samples)
    index = 1
    hz = tracked.hz.copy()
    middle = round((spans[index].final_start + spans[index].end) / 2 / F0_SECONDS)
    hz[middle - 2 : middle + 3] = np.nan
    assert with_tone(samples, PitchTrack(hz, tracked.strength), spans, TONES, index) == "creaky"


def test_a_syllable_of_no_length_gives_nothing() -> None:
    samples, spans = spoken()
    spans[1] = Span(spans[1].start, spans[1].start, spans[1].start)
    assert transplanted(samples, spans, 1, 4) == "too_short"


# -- the target ----------------------------------------------------------------------------------------------


VOICE = Register(median=84.0, floor=80.0, ceiling=88.0, frames=200)


def course(tone: int, *, before: int | None = 1, after: int | None = 1, shift: float = 0.0) -> list[float]:
    levels = tone_levels(tone, before=before, after=after)
    return [float(value) for value in target_semitones(levels, VOICE, shift=shift, before=None, points=25)]


def test_each_tone_goes_where_it_should() -> None:
    first, second, third, fourth = (course(tone) for tone in (1, 2, 3, 4))
    assert max(first) - min(first) < 1
    assert second[-1] - min(second) > 3
    assert third[0] - third[-1] > 3
    assert fourth[0] - fourth[-1] > 4
    assert np.mean(third) < np.mean(second) < np.mean(first)


def test_a_third_tone_rises_only_before_a_pause() -> None:
    assert course(3, after=None)[-1] > min(course(3, after=None)) + 0.5
    assert course(3, after=4)[-1] == min(course(3, after=4))


def test_the_first_of_two_falls_falls_half_way() -> None:
    assert course(4, after=4)[-1] > course(4, after=1)[-1] + 1


def test_a_neutral_tone_is_high_after_a_third_and_low_after_a_fourth() -> None:
    assert np.mean(course(5, before=3)) > np.mean(course(5, before=1)) > np.mean(course(5, before=4))


@given(higher=st.floats(-12, 12))
def test_a_higher_voice_has_the_same_contour_higher(higher: float) -> None:
    there = Register(VOICE.median + higher, VOICE.floor + higher, VOICE.ceiling + higher, VOICE.frames)
    levels = tone_levels(2, before=None, after=None)
    one, other = (target_semitones(levels, voice, shift=0, before=None, points=20) for voice in (VOICE, there))
    assert np.allclose(one + higher, other)


def test_a_reader_who_says_all_tones_alike_gets_a_range_all_the_same() -> None:
    flat = Register(84.0, 83.5, 84.5, 200)
    assert level_semitones(flat) == LEAST_LEVEL_SEMITONES


def test_a_sentence_that_sinks_takes_the_target_along() -> None:
    spans = [Span(0.3 * index, 0.3 * index + 0.05, 0.3 * index + 0.28) for index in range(6)]
    sinking = np.linspace(86, 80, 200)
    shifts = [local_shift(sinking, spans, [1] * 6, index, VOICE) for index in (0, 5)]
    assert shifts[0] > shifts[1]


def test_the_voice_before_draws_at_the_beginning_and_not_at_the_end() -> None:
    levels = tone_levels(1, before=3, after=1)
    alone, after_low = (target_semitones(levels, VOICE, shift=0, before=before, points=20) for before in (None, 78.0))
    assert after_low[0] < alone[0] - 1
    assert after_low[-1] == alone[-1]


def test_semitones_and_hz_agree() -> None:
    samples, spans = spoken()
    result = transplanted(samples, spans, 1, 4)
    assert isinstance(result, RightTone)
    assert np.all(np.diff(semitones(result.hz)) < 0.5)
