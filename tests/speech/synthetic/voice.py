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
class _Said:
    """One thing in the order of speaking: a syllable (`pinyin`), or a silence."""

    pinyin: str
    seconds: float = 0.0
    index: int | None = None
    extra: tuple[Extra, int] | None = None
    last: bool = False
    before: int = 0
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
    said = _order(syllables, omit=omit, repeat=repeat or {}, fillers=fillers or {}, pauses=pauses or {})
    random = np.random.default_rng(seed)
    courses = [_course(thing, rate=rate, random=random) for thing in said]
    samples = _sound(said, courses, f0_hz=f0_hz, monotone=monotone, random=random)
    if snr_db is not None:
        samples = samples + random.standard_normal(len(samples)) * LOUDNESS * 10 ** (-snr_db / 20)
    asked = sum(word not in PAUSES for word in syllables)
    return _performance(np.clip(samples, -1, 1).astype(np.float32), said, courses, asked=asked)


def wav_bytes(samples: Float32, *, rate: int = SAMPLE_RATE) -> bytes:
    """A wav file with 16 bits."""
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(rate)
        written.writeframes((np.clip(samples, -1, 1) * 32_767).round().astype("<i2").tobytes())
    return file.getvalue()


# -- what is said --------------------------------------------------------------------------------------------


def _order(
    syllables: Sequence[str],
    *,
    omit: Collection[int],
    repeat: Mapping[int, int],
    fillers: Mapping[int, str],
    pauses: Mapping[int, float],
) -> list[_Said]:
    """Syllables, silences and additions in the order of speaking."""
    said = [_Said("", EDGE_SECONDS)]
    spoken: list[str] = []
    for word in syllables:
        if word in PAUSES:
            said.append(_Said("", PAUSES[word]))
            continue
        index = len(spoken)
        spoken.append(word)
        if index not in omit:
            said.append(_Said(word, index=index))
        if index in pauses:
            said.append(_Said("", pauses[index]))
        if index in fillers:
            said.append(_Said(FILLERS[fillers[index]], extra=("filler", index)))
        if index in repeat:
            again = spoken[index + 1 - repeat[index] :]
            said += [_Said(syllable, extra=("repeat", index)) for syllable in again]
    return _neighbours([*said, _Said("", EDGE_SECONDS)])


def _neighbours(said: list[_Said]) -> list[_Said]:
    known = []
    for before, thing, after in zip([_Said(""), *said], said, [*said[1:], _Said("")], strict=False):
        tone = before.tone if before.pinyin else 0
        known.append(
            _Said(thing.pinyin, thing.seconds, thing.index, thing.extra, last=not after.pinyin, before=tone)
            if thing.pinyin
            else thing
        )
    return known


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


def _course(said: _Said, *, rate: float, random: np.random.Generator) -> _Course:
    if not said.pinyin:
        frames = round(said.seconds * FRAMES_A_SECOND)
        return _Course(np.full((frames, BANDS), SILENT), np.zeros(frames))
    found = sounds(said.pinyin[:-1])
    if found is None:
        raise ValueError(f"{said.pinyin!r} is no syllable with a tone number")
    initial, final = found
    frames = round(_seconds(said, rate) * random.uniform(0.92, 1.08) * FRAMES_A_SECOND)
    rhyme = voice_units.final(final)
    if initial is None:
        return _Course(between(rhyme.log_power, frames), between(rhyme.voicing, frames))
    onset = voice_units.initial(initial, final)
    first = round(min(onset.seconds * (USUAL_RATE / rate) ** 0.7 * FRAMES_A_SECOND, frames / 2))
    power = np.concatenate([between(onset.log_power, first), between(rhyme.log_power, frames - first)])
    voicing = np.concatenate([between(onset.voicing, first), between(rhyme.voicing, frames - first)])
    return _Course(power, voicing, first)


def _seconds(said: _Said, rate: float) -> float:
    if said.extra is not None and said.extra[0] == "filler":
        return FILLER_SECONDS
    return (NEUTRAL_SHORTER if said.tone == NEUTRAL else 1.0) * (LAST_LONGER if said.last else 1.0) / rate


def _sound(
    said: Sequence[_Said],
    courses: Sequence[_Course],
    *,
    f0_hz: float,
    monotone: bool,
    random: np.random.Generator,
) -> Float64:
    power = smoothed(np.concatenate([course.log_power for course in courses]), GLIDE_FRAMES)
    voicing = smoothed(np.concatenate([course.voicing for course in courses]), GLIDE_FRAMES)
    semitones = np.zeros(len(voicing)) if monotone else _melody(said, courses)
    wander = smoothed(random.standard_normal(len(voicing)), 10) * JITTER_SEMITONES
    samples = sound(power, voicing, f0_hz * 2 ** ((semitones + wander) / 12), random)
    loud = np.repeat(power.max(axis=1) > SILENT / 2, HOP)
    return samples * LOUDNESS / rms(samples[loud])


def _melody(said: Sequence[_Said], courses: Sequence[_Course]) -> Float64:
    """Semitones over the middle of the voice, frame by frame; through initials and silences in a straight line."""
    at: list[float] = []
    heights: list[float] = []
    frame, phrase = 0, 0
    for thing, course in zip(said, courses, strict=True):
        if thing.pinyin:
            falling = (frame - phrase) / FRAMES_A_SECOND * DECLINATION_SEMITONES_A_SECOND
            at += [frame + course.initial, frame + (course.initial + course.frames) / 2, frame + course.frames - 1]
            heights += [(level - 3) * LEVEL_SEMITONES + falling for level in _levels(thing)]
        frame += course.frames
        phrase = phrase if thing.pinyin else frame
    return smoothed(np.interp(np.arange(frame), at, heights), PITCH_GLIDE_FRAMES)


def _levels(said: _Said) -> tuple[float, float, float]:
    if said.tone == NEUTRAL:
        return NEUTRAL_AFTER.get(said.before, LEVELS[NEUTRAL])
    return LAST_THIRD if said.tone == THIRD and said.last else LEVELS[said.tone]


# -- what is known -------------------------------------------------------------------------------------------


def _performance(samples: Float32, said: Sequence[_Said], courses: Sequence[_Course], *, asked: int) -> Performance:
    ends = np.cumsum([course.frames for course in courses]) / FRAMES_A_SECOND
    times = {}
    pauses: list[tuple[float, float]] = []
    extras: list[tuple[Extra, int, float, float]] = []
    for thing, course, end in zip(said, courses, ends.tolist(), strict=True):
        start = end - course.frames / FRAMES_A_SECOND
        if thing.index is not None:
            times[thing.index] = Times(start, start + course.initial / FRAMES_A_SECOND, end)
        elif thing.extra is not None:
            extras.append((*thing.extra, start, end))
        elif start > 0 and end < ends[-1]:
            pauses.append((start, end))
    return Performance(samples, tuple(times.get(index) for index in range(asked)), tuple(pauses), tuple(extras))
