"""The speech model: phonemes in, sound and the exact time of every phoneme out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from core.arrays import Float32, Float64
from core.speech.model import SAMPLE_RATE
from training.speech.synthesis.packages import SpeechPackages
from training.speech.synthesis.phonemes import Phoneme

MODEL_RATE = 24_000
FRAME_SECONDS = 0.025
"""Unit in which the model counts the length of phonemes."""
LONGEST_FRAMES = 12
"""No phoneme lasts longer: the model fills 1.5 s around a sentence with silence, which costs as much to make as speech does. Only
marks and the silence at both ends are that long."""
LENGTHS_NODE = "/encoder/Round"
"""Rounds the lengths of phonemes to whole frames; the node behind it raises them to one frame at least."""


class Times(NamedTuple):
    """Where a syllable lies, in seconds from the start of the sound."""

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
        frames = lengths.ravel().astype(int)
        samples = audio.ravel()
        if frames.sum() * round(FRAME_SECONDS * MODEL_RATE) != len(samples):
            raise AssertionError(f"phonemes last {frames.sum()} frames, the sound has {len(samples)} samples")
        resampled = soxr.resample(samples, MODEL_RATE, SAMPLE_RATE)
        return Speech(np.clip(resampled, -1, 1).astype(np.float32), syllable_times(phonemes, frames))


def syllable_times(phonemes: Sequence[Phoneme], frames: Sequence[int] | Float64) -> tuple[Times, ...]:
    """Times of the syllables from the lengths of the phonemes, which have one more before and behind them (silence)."""
    if len(frames) != len(phonemes) + 2:
        raise ValueError(f"{len(frames)} lengths for {len(phonemes)} phonemes")
    edges = [round(float(edge) * FRAME_SECONDS, 3) for edge in np.cumsum(frames)]
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


def _with_lengths(model: bytes) -> bytes:
    """The model with the lengths of phonemes as a second output, none above `LONGEST_FRAMES`."""
    import onnx

    graph: Any = (loaded := onnx.load_model_from_string(model)).graph
    rounded = next(node for node in graph.node if node.name == LENGTHS_NODE).output[0]
    clip = next(node for node in graph.node if node.op_type == "Clip" and node.input[0] == rounded)
    most = onnx.numpy_helper.from_array(np.array(LONGEST_FRAMES, np.float32), "longest_frames")
    graph.initializer.append(most)
    clip.input[2] = most.name
    graph.output.append(onnx.ValueInfoProto(name=clip.output[0]))
    return bytes(loaded.SerializeToString())
