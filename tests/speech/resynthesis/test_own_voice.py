"""Sound files of misread syllables: which syllables, what is in the file, what is said where there is none."""

from __future__ import annotations

import io
import wave

import numpy as np
import pytest

from core.arrays import Float32
from core.errors import BadRequest
from core.models.tones import MODEL, NumpyToneModel
from core.speech.model import SAMPLE_RATE
from core.speech.resynthesis.own_voice import EDGE_SECONDS, own_voice, wav
from core.speech.tones.f0 import track
from core.speech.wire import SpeechReport, Verdict
from core.tables import DATA
from core.wiring import in_memory_core
from evaluation.speech.reports import TEACHER, TEACHER_SAID, UMBRELLA, SpokenSyllable, anything, report
from tests.speech.resynthesis.test_transplant import TONES, spoken

MARKS = {1: "mā", 2: "má", 3: "mǎ", 4: "mà"}
CHARACTERS = "妈骂麻马妈麻骂妈"
MISREAD, WANTED = 1, 2
"""The syllable that was said in the fourth tone and should have been in the second."""


@pytest.fixture(scope="module")
def model() -> NumpyToneModel:
    return NumpyToneModel(DATA / MODEL)


def reading(*, verdict: Verdict = "wrong") -> tuple[Float32, SpeechReport]:
    """A made reading with one misread tone, and its report."""
    samples, spans = spoken()
    said = [
        SpokenSyllable(character, "m", "a", MARKS[WANTED if index == MISREAD else tone], index)
        for index, (character, tone) in enumerate(zip(CHARACTERS, TONES, strict=True))
    ]
    said[MISREAD] = SpokenSyllable("骂", "m", "a", MARKS[WANTED], MISREAD, tone_verdict=verdict, heard_tone=4)
    made = report(CHARACTERS, said)
    times = [[round(1000 * seconds) for seconds in span] for span in spans]
    syllables = [
        syllable.model_copy(update={"start_ms": start, "final_start_ms": final_start, "end_ms": end})
        for syllable, (start, final_start, end) in zip(made.syllables, times, strict=True)
    ]
    return samples, made.model_copy(update={"syllables": syllables, "pauses": [], "wrong": []})


def decoded(raw: bytes) -> Float32:
    with wave.open(io.BytesIO(raw)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (SAMPLE_RATE, 1, 2)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(np.float32) / 32767


def test_the_misread_syllable_alone_is_made_and_rises_as_its_tone_asks(model: NumpyToneModel) -> None:
    samples, made = reading()
    result = own_voice(samples, made, model=model)
    assert list(result.sounds) == [MISREAD]
    assert result.doubts == {}
    heard = track(decoded(result.sounds[MISREAD])).hz
    voiced = heard[np.isfinite(heard)]
    assert voiced.argmin() < len(voiced) - 5
    assert voiced[-3] > 1.15 * voiced.min()


def test_the_sound_is_as_long_as_the_syllable_with_its_edges(model: NumpyToneModel) -> None:
    samples, made = reading()
    raw = own_voice(samples, made, model=model).sounds[MISREAD]
    start, end = made.syllables[MISREAD].start_ms, made.syllables[MISREAD].end_ms
    assert start is not None
    assert end is not None
    seconds = (end - start) / 1000 + 2 * EDGE_SECONDS
    assert len(decoded(raw)) / SAMPLE_RATE == pytest.approx(seconds, rel=0.02)


@pytest.mark.parametrize("verdict", ["right", "unsure"])
def test_nothing_is_made_of_a_tone_that_was_not_called_wrong(verdict: Verdict, model: NumpyToneModel) -> None:
    samples, made = reading(verdict=verdict)
    result = own_voice(samples, made, model=model)
    assert (result.sounds, result.doubts) == ({}, {})


def test_a_silent_recording_says_why_there_is_nothing(model: NumpyToneModel) -> None:
    samples, made = reading()
    result = own_voice(np.zeros_like(samples), made, model=model)
    assert result.sounds == {}
    assert result.doubts[MISREAD] == "noisy"


def test_nothing_is_made_where_another_syllable_was_said(model: NumpyToneModel) -> None:
    made = report(TEACHER, TEACHER_SAID)
    assert made.wrong
    hum = np.asarray(0.1 * np.sin(np.arange(8 * SAMPLE_RATE) / 15), np.float32)
    result = own_voice(hum, made, model=model)
    assert not set(made.wrong) & (set(result.sounds) | set(result.doubts))


def test_nothing_is_made_of_a_reading_without_faults(model: NumpyToneModel) -> None:
    assert own_voice(np.zeros(SAMPLE_RATE, np.float32), anything("你好"), model=model).sounds == {}


def test_times_beyond_the_recording_say_why_there_is_nothing(model: NumpyToneModel) -> None:
    result = own_voice(np.zeros(1_000, np.float32), report(UMBRELLA), model=model)
    assert result.sounds == {}
    assert list(result.doubts.values()) == ["too_short"]


def test_the_service_opens_the_recording_itself_and_refuses_what_is_none() -> None:
    core = in_memory_core()
    samples, made = reading()
    assert list(core.speech.own_voice(wav(samples), made).sounds) == [MISREAD]
    with pytest.raises(BadRequest, match="sound file"):
        core.speech.own_voice(b"no sound", made)
