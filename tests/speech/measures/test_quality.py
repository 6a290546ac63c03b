"""What is said of recordings that are no use, and of those that are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.arrays import Float32
from core.speech.measures import quality
from core.speech.refusals import Clipped, NoSpeech, TooNoisy
from evaluation.speech import signals

READING = signals.noisy(signals.babbling(16), 35)


@pytest.mark.parametrize("colour", ["white", "pink"])
@pytest.mark.parametrize("snr_db", [20, 15, 10, 6, 3])
def test_the_ratio_of_a_known_mixture_is_found(colour: str, snr_db: float) -> None:
    figures = quality.inspect(signals.recording(signals.noisy(signals.babbling(16), snr_db, colour=colour)))
    assert figures.snr_db == pytest.approx(snr_db, abs=2)


def test_a_clean_reading_is_taken_without_a_warning() -> None:
    figures = quality.inspect(signals.recording(READING))
    quality.refuse_unusable(figures)
    assert figures.warnings == ()
    assert figures.speech_seconds == pytest.approx(16 * 0.22, abs=0.2)


def test_noise_between_the_limits_is_warned_of() -> None:
    figures = quality.inspect(signals.recording(signals.noisy(signals.babbling(16), 9)))
    quality.refuse_unusable(figures)
    assert [warning.zh[:6] for warning in figures.warnings] == ["背景噪声较大"]


def test_noise_nearly_as_loud_as_the_voice_is_refused() -> None:
    figures = quality.inspect(signals.recording(signals.noisy(signals.babbling(16), 2)))
    with pytest.raises(TooNoisy, match=r"is too noisy: the speech is \d"):
        quality.refuse_unusable(figures)


@pytest.mark.parametrize(
    "sound",
    [signals.silence(3), signals.tone(440, 3), signals.hum(3), *(signals.noise(each, 3) for each in signals.COLOURS)],
    ids=["silence", "tone", "hum", *signals.COLOURS],
)
def test_steady_sounds_are_no_speech(sound: Float32) -> None:
    with pytest.raises(NoSpeech, match=r"is silent|s of speech"):
        quality.refuse_unusable(quality.inspect(signals.recording(sound)))


def test_a_recording_under_the_least_level_is_silent() -> None:
    with pytest.raises(NoSpeech, match="its loudest moment is -4"):
        quality.refuse_unusable(quality.inspect(signals.recording(READING * 0.02)))


def test_a_text_of_one_syllable_needs_less_speech() -> None:
    figures = quality.inspect(signals.recording(signals.noisy(signals.babbling(1), 35)))
    quality.refuse_unusable(figures, syllables=1)
    with pytest.raises(NoSpeech, match=r"0\.2 s of speech; at least 0\.5 s"):
        quality.refuse_unusable(figures, syllables=12)


def test_heavy_clipping_is_refused_though_it_was_made_softer_afterwards() -> None:
    cut = np.clip(READING / np.abs(READING).max() * 8, -1, 1)
    for gain in (1.0, 0.4):
        with pytest.raises(Clipped, match="is too loud"):
            quality.refuse_unusable(quality.inspect(signals.recording(cut * np.float32(gain))))


def test_light_clipping_is_only_warned_of() -> None:
    top = float(np.quantile(np.abs(READING), 0.997))
    figures = quality.inspect(signals.recording(np.clip(READING, -top, top)))
    quality.refuse_unusable(figures)
    assert [warning.en for warning in figures.warnings] == ["The recording is too loud and distorted in places."]


def test_a_file_that_broke_off_is_warned_of() -> None:
    figures = quality.inspect(replace(signals.recording(READING), truncated=True))
    assert "breaks off" in figures.warnings[0].en


def test_an_empty_recording_is_measured_too() -> None:
    figures = quality.inspect(signals.recording(signals.silence(0)))
    assert (figures.seconds, figures.peak_dbfs, figures.snr_db) == (0, -100, None)


def test_every_refusal_bears_a_remedy_in_both_languages() -> None:
    for error in (NoSpeech("is silent"), Clipped(0.1, most=0.02), TooNoisy(3, least=6)):
        assert error.error_code == 400002
        assert error.faults[0].field == "file"
        assert error.remedy("zh") != error.remedy("en")
