"""The weights of the essay encoder (`training/essay`): its network at work, and all that is known beside it."""

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
    """The weights at work."""

    def outputs(self, numbers: Int64, features: Float32, lengths: Int64) -> tuple[Float32, Float32, Float32, Float32]:
        """Of each place: the vector expected there, logits of tags, of being wrong, of kinds of choices.

        Parameters
        ----------
        numbers : array [shape=(rows, length)]
        features : array [shape=(rows, length, PLACE_FEATURES)]
        lengths : array [shape=(rows,)]

        Returns
        -------
        arrays [shape=(rows, length, ...)]
        """
        ...


DILATIONS = (1, 2, 4, 8)
"""How far apart the three places are that a layer reads, layer by layer and over again."""
HEADS = ("encoder.expected", "tags", "wrong", "kinds")
LEAST_PLACES = 8
"""Put after those of a batch: OpenBLAS multiplies few rows, and by narrow matrices, in another order, and what is said of a sentence must not
depend, in the last digit, on which others stand beside it. For the same reason the heads are one matrix."""
EPSILON = 1e-5
"""Added to variances, as torch does."""


class NumpyNetwork:
    """`network.npz` in numpy: gated convolutions (`training.essay.networks.Convolution`). Read on first use, once, whichever thread asks first.

    In the same time as onnxruntime with a fourth of its memory: 27 MB where that took 115, its own code included.
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
        """See `Network`; zeros beyond the ends of rows."""
        weights = self._weights
        inside = np.arange(max(numbers.shape[1], LEAST_PLACES)) < np.append(lengths, LEAST_PLACES)[:, None]
        places = np.arange(numbers.shape[1]) < lengths[:, None]
        x = weights["characters.weight"][numbers[places]] + linear(weights, "places", features[places])
        known = self._encoded(np.concatenate([x, np.zeros((LEAST_PLACES, x.shape[1]), np.float32)]), inside)
        widths = np.cumsum([len(weights[f"{head}.bias"]) for head in HEADS])
        found = known @ np.concatenate([weights[f"{head}.weight"] for head in HEADS]).T
        found += np.concatenate([weights[f"{head}.bias"] for head in HEADS])
        expected, tags, wrong, kinds = np.split(_spread(found[: len(x)], places), widths[:-1], axis=-1)
        return expected, tags, wrong, kinds

    def _encoded(self, x: Float32, inside: Bool) -> Float32:
        """What is known of each place inside a row [shape=(places, width)], rows one after another."""
        weights, widest = self._weights, max(DILATIONS)
        # The places of all rows in one long row, with zeros between that no layer reads across.
        framed = np.flatnonzero(np.pad(inside, ((0, 0), (widest, widest))))
        read = np.zeros((inside.shape[0] * (inside.shape[1] + 2 * widest), x.shape[1]), np.float32)
        layer = 0
        while f"encoder.layers.{layer}.weight" in weights:
            step = DILATIONS[layer % len(DILATIONS)]
            read[framed] = _normed(weights, f"encoder.norms.{layer}", x)
            wide = np.concatenate([read[framed - step], read[framed], read[framed + step]], axis=1)
            value, gate = np.split(linear(weights, f"encoder.layers.{layer}", wide), 2, axis=1)
            x = x + value / (1 + np.exp(-gate))
            layer += 1
        return _normed(weights, "encoder.last", x)


def _normed(weights: Weights, name: str, x: Float32) -> Float32:
    """Layer normalisation (Ba and others 2016)."""
    centred = x - x.mean(1, keepdims=True)
    spread = np.sqrt(np.square(centred).mean(1, keepdims=True) + np.float32(EPSILON))
    return np.asarray(centred / spread * weights[f"{name}.weight"] + weights[f"{name}.bias"], np.float32)


def _spread(flat: Float32, inside: Bool) -> Float32:
    """Places back in their rows [shape=(rows, length, width)]."""
    found = np.zeros((*inside.shape, flat.shape[1]), np.float32)
    found[inside] = flat
    return found


@dataclass(frozen=True)
class Knowledge:
    """All but the network: alphabet, choices, counts, calibration."""

    alphabet: str
    meant: Int64
    """[shape=(size, choices)]; the first of each row is the character itself, 0 pads."""
    kinds: Int64
    vectors: Float32
    """Of the characters [shape=(size, width)]."""
    bias: Float32
    inner: tuple[Float32, Float32]
    outer: tuple[Float32, Float32]
    """The little network over `Neighbours.of_choices`."""
    neighbours: Neighbours
    card: dict[str, Any]
    """Version, tags, calibration, and what was measured."""

    @cached_property
    def table(self) -> NDArray[np.uint16]:
        """Number of each code point; 0 where it is not known."""
        table = np.zeros(0x110000, np.uint16)
        table[[ord(character) for character in self.alphabet]] = np.arange(len(self.alphabet))
        return table


def read_knowledge(file: Path) -> Knowledge:
    """The arrays of `encoder.npz`."""
    with np.load(file, allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    beside = Neighbours(
        arrays["counts"].astype(np.float64),
        np.cumsum(arrays["pair_steps"].astype(np.int64)),
        arrays["pair_counts"],
        np.cumsum(arrays["word_pair_steps"].astype(np.int64)),
        np.cumsum(arrays["word_triple_steps"].astype(np.int64)),
    )
    return Knowledge(
        "".join(map(chr, arrays["alphabet"])), arrays["meant"].astype(np.int64), arrays["kinds"].astype(np.int64),
        arrays["vectors"].astype(np.float32) * arrays["vector_scale"][:, None], arrays["bias"].astype(np.float32),
        (arrays["inner_weight"], arrays["inner_bias"]), (arrays["outer_weight"], arrays["outer_bias"]),
        beside, json.loads(bytes(arrays["card"]).decode()),
    )  # fmt: skip


def gelu(x: Float32) -> Float32:
    """Gaussian error linear unit (Hendrycks and Gimpel 2016), by its tanh form."""
    return np.asarray(0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x))), np.float32)


def log_softmax(scores: NDArray[Any]) -> Float32:
    """Along the last axis."""
    shifted = scores - scores.max(-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(-1, keepdims=True)), np.float32)


def log_odds(log_probabilities: Float32) -> Float32:
    """Of probabilities given by their logarithms, within 12 of 0."""
    inside = np.minimum(log_probabilities, -6e-6)
    return np.asarray(np.clip(inside - np.log(-np.expm1(inside)), -12, 12), np.float32)
