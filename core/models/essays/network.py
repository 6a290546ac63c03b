"""The network of the essay encoder (`training/essay`), and the knowledge that it uses beside its weights."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from core.arrays import Bool, Float32, Int64
from core.models.essays.features import Neighbours
from core.models.parsing.network import Weights, linear


class Network(Protocol):
    """A network that reads sentences."""

    def outputs(self, numbers: Int64, features: Float32, lengths: Int64) -> tuple[Float32, Float32, Float32, Float32]:
        """For each position: the vector expected there, logits of tags, of being wrong, and of kinds of choices.

        Parameters
        ----------
        numbers : array [shape=(rows, length)]
        features : array [shape=(rows, length, POSITION_FEATURES)]
        lengths : array [shape=(rows,)]

        Returns
        -------
        arrays [shape=(rows, length, ...)]
        """
        ...


DILATIONS = (1, 2, 4, 8)
"""How far apart the three positions are that a layer reads; the layers use these distances in turn."""
HEADS = ("encoder.expected", "tags", "wrong", "kinds")
PADDING_POSITIONS = 8
"""So many positions are added to a batch: OpenBLAS multiplies few rows, and by narrow matrices, in another order, and the outputs for a sentence
must not depend, in the last digit, on the other sentences of the batch. For the same reason the heads are one matrix."""
EPSILON = 1e-5
"""Added to variances, as in torch."""


class NumpyNetwork:
    """The network of `network.npz` in numpy: gated convolutions (`training.essay.networks.Convolution`). It is loaded once, on first use by any thread.

    It takes as long as onnxruntime did, and a fourth of the memory: 27 MB instead of 115, including the code.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._read: Weights | None = None

    @property
    def _weights(self) -> Weights:
        with self._lock:
            if self._read is None:
                self._read = Weights(self._file)
            return self._read

    def outputs(self, numbers: Int64, features: Float32, lengths: Int64) -> tuple[Float32, Float32, Float32, Float32]:
        """See `Network`; outputs beyond the ends of rows are zeros."""
        weights = self._weights
        inside = np.arange(max(numbers.shape[1], PADDING_POSITIONS)) < np.append(lengths, PADDING_POSITIONS)[:, None]
        is_position = np.arange(numbers.shape[1]) < lengths[:, None]
        x = weights["characters.weight"][numbers[is_position]] + linear(weights, "places", features[is_position])
        encoded = self._encoded(np.concatenate([x, np.zeros((PADDING_POSITIONS, x.shape[1]), np.float32)]), inside)
        widths = np.cumsum([len(weights[f"{head}.bias"]) for head in HEADS])
        by_position = encoded @ np.concatenate([weights[f"{head}.weight"] for head in HEADS]).T
        by_position += np.concatenate([weights[f"{head}.bias"] for head in HEADS])
        expected, tags, wrong, kinds = np.split(_in_rows(by_position[: len(x)], is_position), widths[:-1], axis=-1)
        return expected, tags, wrong, kinds

    def _encoded(self, x: Float32, inside: Bool) -> Float32:
        """The encoding of each position inside a row [shape=(positions, width)], rows one after another."""
        weights, widest = self._weights, max(DILATIONS)
        # The positions of all rows are laid out in one long row, with enough zeros between rows that no layer reads across.
        framed = np.flatnonzero(np.pad(inside, ((0, 0), (widest, widest))))
        padded = np.zeros((inside.shape[0] * (inside.shape[1] + 2 * widest), x.shape[1]), np.float32)
        layer = 0
        while f"encoder.layers.{layer}.weight" in weights:
            step = DILATIONS[layer % len(DILATIONS)]
            padded[framed] = _normed(weights, f"encoder.norms.{layer}", x)
            wide = np.concatenate([padded[framed - step], padded[framed], padded[framed + step]], axis=1)
            value, gate = np.split(linear(weights, f"encoder.layers.{layer}", wide), 2, axis=1)
            x = x + value / (1 + np.exp(-gate))
            layer += 1
        return _normed(weights, "encoder.last", x)


def _normed(weights: Weights, name: str, x: Float32) -> Float32:
    """Layer normalisation (Ba et al. 2016)."""
    centred = x - x.mean(1, keepdims=True)
    spread = np.sqrt(np.square(centred).mean(1, keepdims=True) + np.float32(EPSILON))
    return np.asarray(centred / spread * weights[f"{name}.weight"] + weights[f"{name}.bias"], np.float32)


def _in_rows(flat: Float32, inside: Bool) -> Float32:
    """Outputs by position, laid out in rows again [shape=(rows, length, width)]."""
    by_position = np.zeros((*inside.shape, flat.shape[1]), np.float32)
    by_position[inside] = flat
    return by_position


@dataclass(frozen=True)
class EncoderKnowledge:
    """Everything but the weights of the network: alphabet, choices, counts, calibration."""

    alphabet: str
    choices: Int64
    """For each character those that may be intended [shape=(size, choices)]; the first of each row is the character itself, 0 pads."""
    choice_kinds: Int64
    """The kind of each choice [shape=(size, choices)]."""
    vectors: Float32
    """Vectors of the characters [shape=(size, width)]."""
    bias: Float32
    inner: tuple[Float32, Float32]
    outer: tuple[Float32, Float32]
    """Weight and bias of both layers of the small network over `Neighbours.choice_features`."""
    neighbours: Neighbours
    card: dict[str, Any]
    """Version, tags, calibration, and measured figures."""

    @cached_property
    def table(self) -> NDArray[np.uint16]:
        """The number of each code point; 0 for an unknown one."""
        table = np.zeros(0x110000, np.uint16)
        table[[ord(character) for character in self.alphabet]] = np.arange(len(self.alphabet))
        return table


def read_encoder_knowledge(file: Path) -> EncoderKnowledge:
    """The knowledge stored in `encoder.npz`."""
    with np.load(file, allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    neighbours = Neighbours(
        arrays["counts"].astype(np.float64),
        np.cumsum(arrays["pair_steps"].astype(np.int64)),
        arrays["pair_counts"],
        np.cumsum(arrays["word_pair_steps"].astype(np.int64)),
        np.cumsum(arrays["word_triple_steps"].astype(np.int64)),
    )
    return EncoderKnowledge(
        "".join(map(chr, arrays["alphabet"])), arrays["meant"].astype(np.int64), arrays["kinds"].astype(np.int64),
        arrays["vectors"].astype(np.float32) * arrays["vector_scale"][:, None], arrays["bias"].astype(np.float32),
        (arrays["inner_weight"], arrays["inner_bias"]), (arrays["outer_weight"], arrays["outer_bias"]),
        neighbours, json.loads(bytes(arrays["card"]).decode()),
    )  # fmt: skip


def gelu(x: Float32) -> Float32:
    """Gaussian error linear unit (Hendrycks and Gimpel 2016), by its tanh form."""
    return np.asarray(0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x))), np.float32)


def log_softmax(scores: NDArray[Any]) -> Float32:
    """Logarithm of the softmax along the last axis."""
    shifted = scores - scores.max(-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(-1, keepdims=True)), np.float32)


def log_odds(log_probabilities: Float32) -> Float32:
    """Log odds of probabilities that are given by their logarithms, clipped to -12..12."""
    inside = np.minimum(log_probabilities, -6e-6)
    return np.asarray(np.clip(inside - np.log(-np.expm1(inside)), -12, 12), np.float32)
