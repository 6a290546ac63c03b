"""The speech model: phonemes in, sound and the exact time of every phoneme out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from core.arrays import Float32, Float64
from core.speech.model import SAMPLE_RATE
from training.speech.synthesis.packages import SpeechPackages
from training.speech.synthesis.phonemes import MARKS, WORD_SPACE, Phoneme

MODEL_RATE = 24_000
FRAME_SECONDS = 0.025
"""Unit in which the model counts the length of phonemes."""
LAG_SECONDS = 0.05
"""By which the sound comes before the time of its phoneme: two frames. Without it the aligner's onsets lie 45 to 50 ms before the
model's, those behind a silence included; with it their median is within 10 ms in each voice (training/speech/README.md)."""
PAUSE_DB = 30.0
"""Below the loudest of a syllable, what follows it is a pause: before a mark the last phoneme of a syllable lasts until the pause ends."""
LEVEL_SECONDS = 0.005
LEAST_FINAL_SECONDS = 0.05
LENGTHS_NODE = "/encoder/Round"
"""Rounds the lengths of phonemes to whole frames; the node behind it raises them to one at least."""


class Times(NamedTuple):
    """Where a syllable lies, in seconds from the start of the sound. Starts are multiples of `FRAME_SECONDS`."""

    start: float
    final_start: float
    end: float


class Speech(NamedTuple):
    """Sound at `SAMPLE_RATE`, -1 to 1, and the time of each syllable."""

    samples: Float32
    times: tuple[Times, ...]


class Synthesiser:
    """The model in an onnxruntime session with one thread."""

    def __init__(self, packages: SpeechPackages) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._token_of, self._voices = packages.token_of, packages.voices
        model = _with_lengths(packages.model)
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def speak(self, phonemes: Sequence[Phoneme], *, voice: str, speed: float) -> Speech:
        """The phonemes as a voice says them; speed 1 is the voice's own. Raises KeyError for an unknown symbol or voice."""
        import soxr

        tokens = [self._token_of[phoneme.symbol] for phoneme in phonemes]
        audio, lengths = self._session.run(
            None,
            {
                "tokens": np.array([[0, *tokens, 0]], np.int64),
                "style": self._voices[voice][len(tokens) - 1][None],
                "speed": np.array([speed], np.float32),
            },
        )
        frames = np.maximum(lengths.ravel().astype(int), 1)
        samples = audio.ravel()
        if frames.sum() * round(FRAME_SECONDS * MODEL_RATE) != len(samples):
            raise AssertionError(f"phonemes last {frames.sum()} frames, the sound has {len(samples)} samples")
        resampled = np.clip(soxr.resample(samples, MODEL_RATE, SAMPLE_RATE), -1, 1).astype(np.float32)
        times = syllable_times(phonemes, frames)
        before_mark = pauses_after(phonemes)
        return Speech(
            resampled,
            tuple(without_pause(part, resampled) if index in before_mark else part for index, part in enumerate(times)),
        )


def syllable_times(phonemes: Sequence[Phoneme], frames: Sequence[int] | Float64) -> tuple[Times, ...]:
    """Times of the syllables from the lengths of the phonemes, which have one more before and behind them (silence)."""
    if len(frames) != len(phonemes) + 2:
        raise ValueError(f"{len(frames)} lengths for {len(phonemes)} phonemes")
    edges = [round(float(edge) * FRAME_SECONDS - LAG_SECONDS, 3) for edge in np.cumsum(frames)]
    count = 1 + max(phoneme.syllable for phoneme in phonemes if phoneme.syllable is not None)
    own: list[list[int]] = [[] for _ in range(count)]
    for number, phoneme in enumerate(phonemes):
        if phoneme.syllable is not None:
            own[phoneme.syllable].append(number)
    return tuple(
        Times(
            start=edges[numbers[0]],
            final_start=edges[next(number for number in numbers if phonemes[number].in_final)],
            end=edges[numbers[-1] + 1],
        )
        for numbers in own
    )


def pauses_after(phonemes: Sequence[Phoneme]) -> frozenset[int]:
    """Indexes of the syllables before a mark, and of the last."""
    following = [*phonemes[1:], Phoneme(MARKS["。"], None)]
    return frozenset(
        phoneme.syllable
        for phoneme, after in zip(phonemes, following, strict=True)
        if phoneme.syllable is not None and after.syllable is None and after.symbol != WORD_SPACE
    )


def without_pause(times: Times, samples: Float32) -> Times:
    """The times of a syllable with its end where the sound has sunk by `PAUSE_DB`."""
    step = round(LEVEL_SECONDS * SAMPLE_RATE)
    first = max(round(times.start * SAMPLE_RATE), 0)
    sound = samples[first : round(times.end * SAMPLE_RATE)]
    power = np.square(sound[: len(sound) // step * step].reshape(-1, step)).mean(axis=1)
    if not power.any():
        return times
    loud = np.flatnonzero(power >= power.max() * 10 ** (-PAUSE_DB / 10))
    end = times.start + float(loud[-1] + 1) * LEVEL_SECONDS
    return times._replace(end=round(min(max(end, times.final_start + LEAST_FINAL_SECONDS), times.end), 3))


def _with_lengths(model: bytes) -> bytes:
    """The model with the lengths of phonemes as a second output."""
    import onnx  # type: ignore[import-not-found]

    graph: Any = (loaded := onnx.load_model_from_string(model)).graph
    node = next(node for node in graph.node if node.name == LENGTHS_NODE)
    graph.output.append(onnx.ValueInfoProto(name=node.output[0]))
    return bytes(loaded.SerializeToString())
