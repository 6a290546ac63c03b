"""The test voice: what it says is where it says it is, and as high as it says."""

from __future__ import annotations

import io
import time
import wave
from itertools import pairwise

import numpy as np
import pytest

from core.arrays import Float32
from core.speech.aligning.phones import FINALS, INITIALS
from tests.speech.synthetic import voice_units
from tests.speech.synthetic.voice import PAUSES, perform, speak, wav_bytes

SENTENCE = ["ni3", "hao3", ",", "lao3", "shi1", ".", "wo3", "men5", "xue2", "pu3", "tong1", "hua4"]


def level(samples: Float32, start: float, end: float) -> float:
    """Root mean square of a stretch."""
    return float(np.sqrt(np.mean(np.square(samples[round(start * 16_000) : round(end * 16_000)]))))


def pitch_hz(samples: Float32, at: float) -> float:
    """By the correlation of 50 ms with what follows, 70 to 400 Hz: the first lag that is nearly as high as the highest."""
    first = round(at * 16_000) - 400
    piece = samples[first : first + 1_100].astype(float)
    still, lags = piece[:800], np.arange(40, 230)
    heights = [still @ piece[lag : lag + 800] / np.linalg.norm(piece[lag : lag + 800]) for lag in lags]
    first_high = int(np.argmax(np.array(heights) > 0.93 * max(heights)))
    return float(16_000 / lags[first_high + int(np.argmax(heights[first_high : first_high + 12]))])


def test_the_same_words_and_seed_give_the_same_samples() -> None:
    first, again, other = (speak(SENTENCE, seed=seed)[0] for seed in (1, 1, 2))
    assert first.dtype == np.float32
    assert np.array_equal(first, again)
    assert not np.array_equal(first[:10_000], other[:10_000])
    assert np.abs(first).max() < 1


def test_every_syllable_has_its_times_in_order() -> None:
    samples, truth = speak(SENTENCE, rate=3)
    assert len(truth) == 10
    for now, after in pairwise(truth):
        assert now.start <= now.final_start < now.end <= after.start + 1e-9
    assert truth[-1].end < len(samples) / 16_000
    assert truth[6].final_start - truth[6].start > 0.08  # x


def test_syllables_are_loud_and_pauses_silent() -> None:
    spoken = perform(SENTENCE)
    assert [end - start for start, end in spoken.pauses] == pytest.approx([PAUSES[","], PAUSES["."]], abs=0.01)
    for start, end in spoken.pauses:
        assert level(spoken.samples, start + 0.05, end - 0.05) < 0.002
    for times in spoken.truth:
        assert times is not None
        assert level(spoken.samples, times.final_start, times.end) > 0.02


@pytest.mark.parametrize(("tone", "early", "late"), [(1, 1.26, 1.26), (2, 1.0, 1.2), (4, 1.2, 0.85)])
@pytest.mark.parametrize("f0_hz", [110.0, 210.0])
def test_a_tone_has_its_contour(tone: int, early: float, late: float, f0_hz: float) -> None:
    samples, truth = speak([f"ma{tone}"], f0_hz=f0_hz, rate=3)
    start, end = truth[0].final_start, truth[0].end
    heard = [pitch_hz(samples, start + share * (end - start)) / f0_hz for share in (0.25, 0.8)]
    assert heard == pytest.approx([early, late], rel=0.12)


def test_a_third_tone_is_the_lowest_and_a_monotone_reading_has_none() -> None:
    samples, truth = speak(["ma3", "ma1"], rate=3)
    low, high = (pitch_hz(samples, (times.final_start + times.end) / 2) for times in truth)
    assert low < 100 < 130 < high
    flat = perform(["ma3", "ma1", "ma4"], rate=3, monotone=True)
    for times in flat.truth:
        assert times is not None
        assert pitch_hz(flat.samples, (times.final_start + times.end) / 2) == pytest.approx(120, rel=0.04)


def test_what_is_left_out_has_no_times() -> None:
    whole, less = perform(SENTENCE), perform(SENTENCE, omit={2, 3})
    assert [index for index, times in enumerate(less.truth) if times is None] == [2, 3]
    assert len(less.samples) < len(whole.samples) - 16_000 * 0.3


def test_repeats_and_fillers_are_listed_after_their_syllable() -> None:
    spoken = perform(SENTENCE, repeat={5: 2}, fillers={1: "嗯"})
    assert [(kind, after) for kind, after, _, _ in spoken.extras] == [("filler", 1), ("repeat", 5), ("repeat", 5)]
    assert all(times is not None for times in spoken.truth)
    _, _, start, end = spoken.extras[1]
    before, later = spoken.truth[5], spoken.truth[6]
    assert before is not None
    assert later is not None
    assert before.end <= start < end <= later.start


def test_a_stop_can_be_put_anywhere() -> None:
    spoken = perform(SENTENCE, pauses={6: 0.8})
    before, later = spoken.truth[6], spoken.truth[7]
    assert before is not None
    assert later is not None
    assert spoken.pauses[-1] == pytest.approx((before.end, later.start))
    assert later.start - before.end == pytest.approx(0.8, abs=0.01)


def test_noise_is_as_loud_as_asked() -> None:
    clean, noisy = perform(SENTENCE), perform(SENTENCE, snr_db=20)
    noise = float(np.std(noisy.samples - clean.samples))
    spoken = [level(clean.samples, times.start, times.end) for times in clean.truth if times is not None]
    assert 20 * np.log10(np.sqrt(np.mean(np.square(spoken))) / noise) == pytest.approx(20, abs=1.5)


def test_every_syllable_of_the_inventory_can_be_said() -> None:
    for name in INITIALS:
        for final in ("a", "i", "u"):
            assert np.isfinite(voice_units.initial(name, final).log_power).all()
    for final in FINALS:
        assert voice_units.final(final).voicing.mean() > 0.3, final


def test_what_is_no_syllable_is_refused() -> None:
    with pytest.raises(ValueError, match="'blah1' is no syllable"):
        speak(["blah1"])


def test_the_wav_file_holds_the_samples() -> None:
    samples, _ = speak(["ma1"])
    with wave.open(io.BytesIO(wav_bytes(samples))) as read:
        assert (read.getframerate(), read.getnchannels(), read.getnframes()) == (16_000, 1, len(samples))
        back = np.frombuffer(read.readframes(len(samples)), "<i2") / 32_767
    assert np.allclose(back, samples, atol=1e-4)


def test_ten_seconds_are_spoken_in_half_a_second() -> None:
    speak(SENTENCE)
    began = time.process_time()
    samples, _ = speak(SENTENCE * 4)
    assert (time.process_time() - began) / (len(samples) / 16_000) < 0.05
