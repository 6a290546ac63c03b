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

from core.backends.essay_features import Floats, Integers, Neighbours


class Network(Protocol):
    """The weights at work."""

    def outputs(self, numbers: Integers, features: Floats, lengths: Integers) -> tuple[Floats, Floats, Floats, Floats]:
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


class OnnxNetwork:
    """`encoder.onnx` on one thread; read on first use, once, whichever thread asks first."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        return onnxruntime.InferenceSession(str(self._file), options, providers=["CPUExecutionProvider"])

    def outputs(self, numbers: Integers, features: Floats, lengths: Integers) -> tuple[Floats, Floats, Floats, Floats]:
        """See `Network`."""
        given = {"numbers": numbers, "features": features, "lengths": lengths}
        with self._lock:
            session = self._session
        expected, tags, wrong, kinds = session.run(["expected", "tags", "wrong", "kinds"], given)
        return expected, tags, wrong, kinds


@dataclass(frozen=True)
class Knowledge:
    """All but the network: alphabet, choices, counts, calibration."""

    alphabet: str
    meant: Integers
    """[shape=(size, choices)]; the first of each row is the character itself, 0 pads."""
    kinds: Integers
    vectors: Floats
    """Of the characters [shape=(size, width)]."""
    bias: Floats
    inner: tuple[Floats, Floats]
    outer: tuple[Floats, Floats]
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


def gelu(x: Floats) -> Floats:
    """Gaussian error linear unit (Hendrycks and Gimpel 2016), by its tanh form."""
    return np.asarray(0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x))), np.float32)


def log_softmax(scores: NDArray[Any]) -> Floats:
    """Along the last axis."""
    shifted = scores - scores.max(-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(-1, keepdims=True)), np.float32)


def log_odds(log_probabilities: Floats) -> Floats:
    """Of probabilities given by their logarithms, within 12 of 0."""
    inside = np.minimum(log_probabilities, -6e-6)
    return np.asarray(np.clip(inside - np.log(-np.expm1(inside)), -12, 12), np.float32)
