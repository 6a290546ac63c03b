"""The tone network (`training/tones`): a few small recurrences over the syllables of a reading whose probabilities are averaged, in numpy.

Each is a layer over the features of a syllable, a gated recurrent unit in each direction (Cho et al. 2014) over the syllables, and two layers over
both and over what the text asks of the other syllables: that joins after the recurrence, within which it would tell a syllable its own tone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from core.arrays import Float32, Float64
from core.errors import CorruptTable
from core.speech.tones.features import FEATURES, TEXT_COLUMNS, TONES

MODEL = Path("models") / "tones" / "tones.npz"
"""Below the data folder."""
FARTHEST = 6.0
"""Standard deviations at which a feature is cut off."""


class NumpyToneModel:
    """Reads the file at the first call; safe to share between threads."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @cached_property
    def _arrays(self) -> dict[str, Any]:
        with np.load(self._file, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        if arrays["mean"].shape[1:] != (FEATURES,):
            raise CorruptTable(self._file.name, 0, "mean", arrays["mean"].shape, f"there are {FEATURES} features")
        return arrays

    @cached_property
    def card(self) -> dict[str, Any]:
        """Version, calibration and the figures of the training."""
        card: dict[str, Any] = json.loads(bytes(self._arrays["card"]).decode())
        return card

    @property
    def version(self) -> str:
        """Name and version, as the training wrote them into the file."""
        return str(self.card["version"])

    @property
    def calibration(self) -> tuple[float, float]:
        """See `core.speech.tones.verdicts.verification`."""
        slope, intercept = self.card["calibration"]
        return float(slope), float(intercept)

    def probabilities(self, rows: Float32) -> Float64:
        """See `core.speech.tones.verdicts.ToneModel`."""
        if len(rows) == 0:
            return np.zeros((0, TONES))
        weights = self._weights
        scaled = np.clip((rows[None] - weights["mean"][:, None]) / weights["scale"][:, None], -FARTHEST, FARTHEST)
        heard = np.delete(scaled, TEXT_COLUMNS, axis=2)
        first = np.maximum(_layer(heard, weights, "first"), 0)
        around = _recurrence(first, weights)
        joined = np.concatenate([around, first, scaled[:, :, TEXT_COLUMNS]], axis=2)
        logits = _layer(np.maximum(_layer(joined, weights, "joined"), 0), weights, "last").astype(np.float64)
        powers = np.exp(logits - logits.max(axis=2, keepdims=True))
        return np.asarray((powers / powers.sum(axis=2, keepdims=True)).mean(axis=0))

    @cached_property
    def _weights(self) -> dict[str, Float32]:
        """By name, the first axis over the networks."""
        return {name: np.asarray(part, np.float32) for name, part in self._arrays.items() if name != "card"}


def _layer(rows: Float32, weights: Mapping[str, Float32], name: str) -> Float32:
    """A linear layer of every network; array [shape=(networks, n_rows, units)]."""
    return np.asarray(rows @ weights[f"{name}_weight"].transpose(0, 2, 1) + weights[f"{name}_bias"][:, None])


def _recurrence(rows: Float32, weights: Mapping[str, Float32]) -> Float32:
    """Gated recurrent units forward and backward over the rows; array [shape=(networks, n_rows, 2 * units)].

    The three parts of each weight are reset, update and candidate, in the order and with the two biases of torch's `GRU`.
    """
    directions = np.stack([rows, rows[:, ::-1]], axis=1)
    given = directions @ weights["input_weight"].transpose(0, 1, 3, 2) + weights["input_bias"][:, :, None]
    recurrent, bias = weights["recurrent_weight"], weights["recurrent_bias"]
    networks, _, count, parts = given.shape
    units = parts // 3
    state = np.zeros((networks, 2, units), np.float32)
    states = np.empty((networks, 2, count, units), np.float32)
    for step in range(count):
        own = (recurrent @ state[..., None])[..., 0] + bias
        reset, update = (
            _logistic(given[:, :, step, part] + own[:, :, part]) for part in (slice(units), slice(units, 2 * units))
        )
        candidate = np.tanh(given[:, :, step, 2 * units :] + reset * own[:, :, 2 * units :])
        state = (1 - update) * candidate + update * state
        states[:, :, step] = state
    return np.concatenate([states[:, 0], states[:, 1, ::-1]], axis=2)


def _logistic(values: Float32) -> Float32:
    return np.asarray(1 / (1 + np.exp(-values)))
