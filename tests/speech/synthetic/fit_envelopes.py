"""How `envelopes.npz` was made: spectra of initials and finals in readings of one speaker whose syllables are aligned.

    uv run python -m tests.speech.synthetic.fit_envelopes RECORDINGS.tar ALIGNMENTS.jsonl SPEAKER tests/speech/synthetic/envelopes.npz

with aishell1-two-speakers.tar and its speaker S0150. A line of the alignments is {"id": "corpus/name", "speaker": ..., "syllables":
[[letters, tone, start, final start, end], ...]} (seconds), as `training/acoustic/align.py` writes them.
"""

from __future__ import annotations

import io
import json
import sys
import tarfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import numpy as np

from core.arrays import Float32, Float64
from core.models.acoustic import OnnxAcousticModel
from core.speech.aligning.phones import FINALS, INITIALS, sounds, states
from core.speech.model import FRAME_SECONDS, SAMPLE_RATE
from tests.speech.synthetic import voice, voice_units
from tests.speech.synthetic.voice_filter import BANDS, HOP, band_edges, smoothed
from tests.speech.synthetic.voice_units import CONTEXTS, POINTS_OF_FINALS, POINTS_OF_INITIALS, STEPS, Tables, context

MODEL = Path("data/models/acoustic/acoustic.onnx")
CLEAREST, LEAST_TOKENS = 0.15, 4
"""Of each sound the share of tokens that the acoustic model is surest of; a mean of all is blurred."""
ROUNDS, STEP = 3, 0.8
"""The voice is measured like the reader, and what it lacks is added: filter, window and glides blur it."""
SENTENCES = 60
"""Spoken in each round."""
PITCHES_HZ = (105.0, 125.0, 150.0, 180.0, 215.0, 255.0)
"""Of the voice while it is measured: at one pitch alone its harmonics would be taken for the tract."""
HARMONIC_HZ, HARMONIC_BANDS = 1_200.0, 5
"""Up to here bands are narrower than the distance of harmonics, and are smoothed over so many bands."""
POINTS = 512
WINDOW = 400
LONGEST_LAG, SHORTEST_LAG = 200, 40
"""Samples: 80 to 400 Hz."""
SHORTEST_FINAL_SECONDS = 0.04
EMPTY = 1e-9
INSTEAD = {"ueng": "ong"}
"""Of a final that hardly ever occurs."""
Key = tuple[str, ...]


class Syllable(NamedTuple):
    """As aligned; seconds."""

    letters: str
    tone: int
    start: float
    final_start: float
    end: float


class Token(NamedTuple):
    """One saying of a sound: how sure the model is of it, its course with the voicing in the last column, its length."""

    clear: float
    course: Float64
    seconds: float


def fit(recordings: Path, alignments: Path, speaker: str) -> Tables:
    """Tables of log power (in `STEPS` to a neper of power) and voicing (0-100), by initial and context, and by final."""
    model = OnnxAcousticModel(MODEL, threads=1)
    tokens: dict[Key, list[Token]] = defaultdict(list)
    spoken: list[list[str]] = []
    for samples, syllables in _readings(recordings, alignments, speaker):
        log_posteriors = model.log_posteriors(samples.astype(np.float32))
        for key, token in _tokens(_course(samples), syllables, log_posteriors):
            tokens[key].append(token)
        spoken.append([f"{syllable.letters}{syllable.tone}" for syllable in syllables if sounds(syllable.letters)])
    clear = {key: _clearest(tokens_of_key) for key, tokens_of_key in tokens.items()}
    lengths = [np.median([token.seconds for token in tokens["initial", name, CONTEXTS[0]]]) for name in INITIALS]
    return _matched(_tables(clear, lengths), spoken[:: max(1, len(spoken) // SENTENCES)])


def _tokens(
    course: Float64, syllables: Sequence[Syllable], log_posteriors: Float32 | None = None
) -> Iterator[tuple[Key, Token]]:
    for letters, _, start, final_start, end in syllables:
        pair = sounds(letters)
        if pair is None or end - final_start < SHORTEST_FINAL_SECONDS:
            continue
        initial, final = pair
        *first, opening, closing = states(initial, final)
        half = (final_start + end) / 2
        clear = (_clear(log_posteriors, final_start, half, opening) + _clear(log_posteriors, half, end, closing)) / 2
        yield ("final", final), Token(clear, _points(course, final_start, end, POINTS_OF_FINALS), end - final_start)
        if initial is not None and final_start > start:
            token = Token(
                _clear(log_posteriors, start, final_start, first[0]),
                _points(course, start, final_start, POINTS_OF_INITIALS),
                final_start - start,
            )
            for key in (context(final), CONTEXTS[0]):
                yield ("initial", initial, key), token


def _clear(log_posteriors: Float32 | None, start: float, end: float, state: int) -> float:
    """Mean log probability of a state over a stretch."""
    if log_posteriors is None:
        return 0.0
    first = int(np.ceil(start / FRAME_SECONDS))
    return float(log_posteriors[first : max(first + 1, int(np.ceil(end / FRAME_SECONDS))), state].mean())


def _clearest(tokens: list[Token]) -> Float64:
    ordered = sorted(tokens, key=lambda token: -token.clear)
    kept = ordered[: max(LEAST_TOKENS, int(CLEAREST * len(tokens)))]
    return np.asarray(np.mean([token.course for token in kept], axis=0))


def _matched(target: Tables, sentences: list[list[str]]) -> Tables:
    """The tables with which the voice, measured like the reader, comes out as the target."""
    wanted = {name: _without_harmonics(target[name] / STEPS) for name in ("initials", "finals")}
    work = {name: table.copy() for name, table in wanted.items()}
    for _ in range(ROUNDS):
        voice_units.use(_whole(target, work))
        got = _measured(sentences)
        # The level of a recording is free; only its shape is matched.
        level = np.mean([wanted["finals"][_place(key)] - course for key, course in got.items() if key[0] == "final"])
        for key, course in got.items():
            table = f"{key[0]}s"
            work[table][_place(key)] += STEP * (wanted[table][_place(key)] - course - level)
        work = {name: _without_harmonics(table) for name, table in work.items()}
    return _whole(target, work)


def _without_harmonics(log_power: Float64) -> Float64:
    """Smoothed over neighbouring bands where they are narrow; bands are the last axis."""
    flat = np.moveaxis(log_power, -1, 0)
    low = (band_edges()[1:-1] < HARMONIC_HZ).reshape(-1, *([1] * (flat.ndim - 1)))
    return np.moveaxis(np.where(low, smoothed(flat, HARMONIC_BANDS), flat), 0, -1)


def _measured(sentences: list[list[str]]) -> dict[Key, Float64]:
    courses: dict[Key, list[Float64]] = defaultdict(list)
    for number, sentence in enumerate(sentences):
        samples, truth = voice.speak(sentence, seed=number, f0_hz=PITCHES_HZ[number % len(PITCHES_HZ)])
        said = [Syllable(word[:-1], int(word[-1]), *times) for word, times in zip(sentence, truth, strict=True)]
        for key, token in _tokens(_course(samples.astype(np.float64)), said):
            courses[key].append(token.course[:, :BANDS])
    return {key: np.asarray(np.mean(found, axis=0)) for key, found in courses.items()}


def _place(key: Key) -> tuple[int, ...]:
    """Where a sound stands in its table."""
    return (FINALS.index(key[1]),) if key[0] == "final" else (INITIALS.index(key[1]), CONTEXTS.index(key[2]))


def _whole(tables: Tables, changed: dict[str, Float64]) -> Tables:
    return tables | {
        name: np.clip((table * STEPS).round(), -127, 127).astype(np.int8) for name, table in changed.items()
    }


def _readings(recordings: Path, alignments: Path, speaker: str) -> Iterator[tuple[Float64, list[Syllable]]]:
    import soundfile

    lines = map(json.loads, alignments.read_text(encoding="utf-8").splitlines())
    wanted = {PurePosixPath(line["id"]).name: line["syllables"] for line in lines if line["speaker"] == speaker}
    with tarfile.open(recordings) as packed:
        for member in packed:
            stream = packed.extractfile(member) if member.isreg() else None
            name = PurePosixPath(member.name).stem
            if stream is not None and name in wanted and member.name.endswith(".ogg"):
                yield soundfile.read(io.BytesIO(stream.read()))[0], [Syllable(*row) for row in wanted[name]]


def _course(samples: Float64) -> Float64:
    """Log power density in each band, free of the recording's level, and voicing as the last column; every `HOP`
    samples."""
    padded = np.pad(samples, WINDOW // 2)
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP]
    power = np.abs(np.fft.rfft(frames * np.hanning(WINDOW + 1)[:-1], POINTS)) ** 2
    logs = np.log(power @ _triangles().T + EMPTY)
    lags = np.fft.irfft(np.abs(np.fft.rfft(frames - frames.mean(axis=1, keepdims=True), 2 * POINTS)) ** 2)
    peak = lags[:, SHORTEST_LAG:LONGEST_LAG].max(axis=1) / (lags[:, 0] + EMPTY)
    loudness = np.log(power.sum(axis=1) + EMPTY)
    loud = loudness >= np.quantile(loudness, 0.7)
    level = np.log(np.mean(power[loud]) + EMPTY)
    return np.column_stack([logs - level, np.clip((peak - 0.25) / 0.4, 0, 1)])


def _triangles() -> Float64:
    hz, edges = np.fft.rfftfreq(POINTS, 1 / SAMPLE_RATE), band_edges()
    rising = (hz - edges[:-2, None]) / np.diff(edges)[:-1, None]
    falling = (edges[2:, None] - hz) / np.diff(edges)[1:, None]
    made = np.maximum(0, np.minimum(rising, falling))
    return np.asarray(made / made.sum(axis=1, keepdims=True))


def _points(course: Float64, start: float, end: float, points: int) -> Float64:
    """The course at the middles of so many equal parts."""
    at = (start + (np.arange(points) + 0.5) / points * (end - start)) * SAMPLE_RATE / HOP
    return np.asarray(course[np.clip(at.round().astype(int), 0, len(course) - 1)])


def _tables(courses: dict[Key, Float64], lengths: Sequence[np.floating[Any]]) -> Tables:
    initials = np.stack([[_initial(courses, name, key) for key in CONTEXTS] for name in INITIALS])
    finals = np.stack([courses["final", name if ("final", name) in courses else INSTEAD[name]] for name in FINALS])
    return {
        "initials": (initials[..., :BANDS] * STEPS).round().astype(np.int8),
        "initial_voicing": (initials[..., BANDS] * 100).round().astype(np.int8),
        "initial_centiseconds": (np.array(lengths) * 100).round().astype(np.int8),
        "finals": (finals[..., :BANDS] * STEPS).round().astype(np.int8),
        "final_voicing": (finals[..., BANDS] * 100).round().astype(np.int8),
    }


def _initial(courses: dict[Key, Float64], name: str, key: str) -> Float64:
    """An initial that a context lacks is as in all contexts."""
    return courses.get(("initial", name, key), courses["initial", name, CONTEXTS[0]])


if __name__ == "__main__":
    tar, aligned, who, made = sys.argv[1:]
    np.savez_compressed(made, **fit(Path(tar), Path(aligned), who))  # type: ignore[arg-type]
