"""A synthetic Mandarin voice for tests: no recording, the same samples for the same words and seed, every time known.

    samples, truth = speak(["ni3", "hao3", ",", "lao3", "shi1"], seed=1, f0_hz=120, rate=4)

Syllables are pinyin letters with a tone number, as they are spoken (no sandhi is applied); `,` and `.` are pauses.
"""

from __future__ import annotations

import io
import wave
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from core.arrays import Float32, Float64
from core.speech.aligning.phones import sounds
from core.speech.model import SAMPLE_RATE
from tests.speech.synthetic import voice_units
from tests.speech.synthetic.voice_filter import BANDS, HOP, between, rms, smoothed, sound

FRAMES_A_SECOND = SAMPLE_RATE / HOP
PAUSES = {",": 0.35, ".": 0.6}
"""Seconds of silence: `,` inside a sentence, `.` after one."""
FILLERS = {"嗯": "en5", "呃": "e5", "啊": "a5"}
FILLER_SECONDS = 0.4
EDGE_SECONDS = 0.3
"""Silence before and after."""
LEVELS = {1: (5.0, 5.0, 5.0), 2: (3.0, 3.3, 5.0), 3: (2.2, 1.0, 1.2), 4: (5.0, 3.4, 1.2), 5: (3.0, 2.5, 2.2)}
"""Courses on the scale of five levels (Chao 1930), linear between beginning, middle and end."""
LAST_THIRD = (2.1, 1.0, 3.2)
"""A third tone before a pause rises again."""
NEUTRAL_AFTER = {1: (2.8, 2.2, 2.0), 2: (3.4, 2.8, 2.3), 3: (3.6, 4.0, 4.0), 4: (1.8, 1.4, 1.2)}
"""The pitch of a neutral tone is given by the tone before it (Chao 1968)."""
LEVEL_SEMITONES = 2.4
"""From one level to the next: five levels are most of an octave."""
DECLINATION_SEMITONES_A_SECOND = -0.7
LAST_LONGER = 1.25
"""Of the syllable before a pause (final lengthening)."""
NEUTRAL_SHORTER = 0.7
LOUDNESS = 0.08
"""Root mean square of the speech, -22 dBFS."""
USUAL_RATE = 4.0
"""Syllables a second at which initials have their usual length."""
SILENT = -14.0
"""Log power of a silence under a vowel's, 60 dB."""
GLIDE_FRAMES, PITCH_GLIDE_FRAMES = 3, 8
"""Over which one sound passes into the next: 15 ms in the spectrum, 40 ms in pitch."""
JITTER_SEMITONES = 0.25
THIRD, NEUTRAL = 3, 5

Extra = Literal["filler", "repeat"]


class Times(NamedTuple):
    """Of one syllable, in seconds: start of the initial, start of the final, end."""

    start: float
    final_start: float
    end: float


@dataclass(frozen=True)
class Performance:
    """What was spoken and where: `truth` for each syllable asked for (None where it was left out), the silences between
    syllables, and what was said beside the text with the number of the syllable before it."""

    samples: Float32
    truth: tuple[Times | None, ...]
    pauses: tuple[tuple[float, float], ...]
    extras: tuple[tuple[Extra, int, float, float], ...]


@dataclass(frozen=True)
class _Utterance:
    """One thing in the order of speaking: a syllable (`pinyin`), or a silence."""

    pinyin: str
    seconds: float = 0.0
    index: int | None = None
    extra: tuple[Extra, int] | None = None
    last: bool = False
    tone_before: int = 0
    """Tone of the syllable before, 0 without one."""

    @property
    def tone(self) -> int:
        return int(self.pinyin[-1])


def speak(
    syllables: Sequence[str], *, seed: int = 0, f0_hz: float = 120.0, rate: float = 4.0
) -> tuple[Float32, list[Times]]:
    """Samples (16 kHz, mono) and the times of the syllables; marks have none.

    `f0_hz` is the middle of the voice's range, `rate` syllables a second without pauses.
    """
    performed = perform(syllables, seed=seed, f0_hz=f0_hz, rate=rate)
    return performed.samples, [times for times in performed.truth if times is not None]


def perform(
    syllables: Sequence[str],
    *,
    seed: int = 0,
    f0_hz: float = 120.0,
    rate: float = 4.0,
    omit: Collection[int] = (),
    repeat: Mapping[int, int] | None = None,
    fillers: Mapping[int, str] | None = None,
    pauses: Mapping[int, float] | None = None,
    monotone: bool = False,
    snr_db: float | None = None,
) -> Performance:
    """Speak with known faults. Numbers are those of the syllables, marks not counted.

    `omit` leaves syllables out; `repeat` {last: n} says the n syllables up to `last` again after it; `fillers` {after: 嗯}
    says one; `pauses` {after: seconds} stops there; `monotone` takes the pitch away; `snr_db` adds white noise.
    """
    utterances = _utterances(syllables, omit=omit, repeat=repeat or {}, fillers=fillers or {}, pauses=pauses or {})
    rng = np.random.default_rng(seed)
    courses = [_course(utterance, rate=rate, rng=rng) for utterance in utterances]
    samples = _sound(utterances, courses, f0_hz=f0_hz, monotone=monotone, rng=rng)
    if snr_db is not None:
        samples = samples + rng.standard_normal(len(samples)) * LOUDNESS * 10 ** (-snr_db / 20)
    expected_count = sum(word not in PAUSES for word in syllables)
    return _performance(np.clip(samples, -1, 1).astype(np.float32), utterances, courses, expected_count=expected_count)


def wav_bytes(samples: Float32, *, rate: int = SAMPLE_RATE) -> bytes:
    """A wav file with 16 bits."""
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(rate)
        writer.writeframes((np.clip(samples, -1, 1) * 32_767).round().astype("<i2").tobytes())
    return file.getvalue()


# -- what is said --------------------------------------------------------------------------------------------


def _utterances(
    syllables: Sequence[str],
    *,
    omit: Collection[int],
    repeat: Mapping[int, int],
    fillers: Mapping[int, str],
    pauses: Mapping[int, float],
) -> list[_Utterance]:
    """Syllables, silences and additions in the order of speaking."""
    utterances = [_Utterance("", EDGE_SECONDS)]
    spoken: list[str] = []
    for word in syllables:
        if word in PAUSES:
            utterances.append(_Utterance("", PAUSES[word]))
            continue
        index = len(spoken)
        spoken.append(word)
        if index not in omit:
            utterances.append(_Utterance(word, index=index))
        if index in pauses:
            utterances.append(_Utterance("", pauses[index]))
        if index in fillers:
            utterances.append(_Utterance(FILLERS[fillers[index]], extra=("filler", index)))
        if index in repeat:
            repeated = spoken[index + 1 - repeat[index] :]
            utterances += [_Utterance(syllable, extra=("repeat", index)) for syllable in repeated]
    return _with_neighbours([*utterances, _Utterance("", EDGE_SECONDS)])


def _with_neighbours(utterances: list[_Utterance]) -> list[_Utterance]:
    completed = []
    for previous, utterance, following in zip(
        [_Utterance(""), *utterances], utterances, [*utterances[1:], _Utterance("")], strict=False
    ):
        tone = previous.tone if previous.pinyin else 0
        completed.append(
            _Utterance(
                utterance.pinyin,
                utterance.seconds,
                utterance.index,
                utterance.extra,
                last=not following.pinyin,
                tone_before=tone,
            )
            if utterance.pinyin
            else utterance
        )
    return completed


# -- how it sounds -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Course:
    """Frames of one thing said; `initial` of them belong to the initial."""

    log_power: Float64
    voicing: Float64
    initial: int = 0

    @property
    def frames(self) -> int:
        return len(self.voicing)


def _course(utterance: _Utterance, *, rate: float, rng: np.random.Generator) -> _Course:
    if not utterance.pinyin:
        frames = round(utterance.seconds * FRAMES_A_SECOND)
        return _Course(np.full((frames, BANDS), SILENT), np.zeros(frames))
    pair = sounds(utterance.pinyin[:-1])
    if pair is None:
        raise ValueError(f"{utterance.pinyin!r} is no syllable with a tone number")
    initial, final = pair
    frames = round(_seconds(utterance, rate) * rng.uniform(0.92, 1.08) * FRAMES_A_SECOND)
    rhyme = voice_units.final(final)
    if initial is None:
        return _Course(between(rhyme.log_power, frames), between(rhyme.voicing, frames))
    onset = voice_units.initial(initial, final)
    first = round(min(onset.seconds * (USUAL_RATE / rate) ** 0.7 * FRAMES_A_SECOND, frames / 2))
    power = np.concatenate([between(onset.log_power, first), between(rhyme.log_power, frames - first)])
    voicing = np.concatenate([between(onset.voicing, first), between(rhyme.voicing, frames - first)])
    return _Course(power, voicing, first)


def _seconds(utterance: _Utterance, rate: float) -> float:
    if utterance.extra is not None and utterance.extra[0] == "filler":
        return FILLER_SECONDS
    return (NEUTRAL_SHORTER if utterance.tone == NEUTRAL else 1.0) * (LAST_LONGER if utterance.last else 1.0) / rate


def _sound(
    utterances: Sequence[_Utterance],
    courses: Sequence[_Course],
    *,
    f0_hz: float,
    monotone: bool,
    rng: np.random.Generator,
) -> Float64:
    power = smoothed(np.concatenate([course.log_power for course in courses]), GLIDE_FRAMES)
    voicing = smoothed(np.concatenate([course.voicing for course in courses]), GLIDE_FRAMES)
    semitones = np.zeros(len(voicing)) if monotone else _melody(utterances, courses)
    wander = smoothed(rng.standard_normal(len(voicing)), 10) * JITTER_SEMITONES
    samples = sound(power, voicing, f0_hz * 2 ** ((semitones + wander) / 12), rng)
    loud = np.repeat(power.max(axis=1) > SILENT / 2, HOP)
    return samples * LOUDNESS / rms(samples[loud])


def _melody(utterances: Sequence[_Utterance], courses: Sequence[_Course]) -> Float64:
    """Semitones over the middle of the voice, frame by frame; through initials and silences in a straight line."""
    positions: list[float] = []
    heights: list[float] = []
    frame, phrase = 0, 0
    for utterance, course in zip(utterances, courses, strict=True):
        if utterance.pinyin:
            falling = (frame - phrase) / FRAMES_A_SECOND * DECLINATION_SEMITONES_A_SECOND
            positions += [
                frame + course.initial,
                frame + (course.initial + course.frames) / 2,
                frame + course.frames - 1,
            ]
            heights += [(level - 3) * LEVEL_SEMITONES + falling for level in _levels(utterance)]
        frame += course.frames
        phrase = phrase if utterance.pinyin else frame
    return smoothed(np.interp(np.arange(frame), positions, heights), PITCH_GLIDE_FRAMES)


def _levels(utterance: _Utterance) -> tuple[float, float, float]:
    if utterance.tone == NEUTRAL:
        return NEUTRAL_AFTER.get(utterance.tone_before, LEVELS[NEUTRAL])
    return LAST_THIRD if utterance.tone == THIRD and utterance.last else LEVELS[utterance.tone]


# -- what is known -------------------------------------------------------------------------------------------


def _performance(
    samples: Float32, utterances: Sequence[_Utterance], courses: Sequence[_Course], *, expected_count: int
) -> Performance:
    ends = np.cumsum([course.frames for course in courses]) / FRAMES_A_SECOND
    times = {}
    pauses: list[tuple[float, float]] = []
    extras: list[tuple[Extra, int, float, float]] = []
    for utterance, course, end in zip(utterances, courses, ends.tolist(), strict=True):
        start = end - course.frames / FRAMES_A_SECOND
        if utterance.index is not None:
            times[utterance.index] = Times(start, start + course.initial / FRAMES_A_SECOND, end)
        elif utterance.extra is not None:
            extras.append((*utterance.extra, start, end))
        elif start > 0 and end < ends[-1]:
            pauses.append((start, end))
    return Performance(
        samples, tuple(times.get(index) for index in range(expected_count)), tuple(pauses), tuple(extras)
    )
