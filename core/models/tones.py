"""The tone network (`training/tones`): a few small perceptrons whose probabilities are averaged, in numpy."""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from core.arrays import Float32, Float64
from core.errors import CorruptTable
from core.speech.tones.features import FEATURES, TONES

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
        summed = np.zeros((len(rows), TONES))
        networks = len(self._arrays["mean"])
        for network in range(networks):
            summed += self._network_probabilities(rows, network)
        return summed / networks

    def _network_probabilities(self, rows: Float32, network: int) -> Float64:
        def part(name: str) -> Float32:
            return np.asarray(self._arrays[name][network], np.float32)

        hidden = np.clip((rows - part("mean")) / part("scale"), -FARTHEST, FARTHEST)
        for layer in ("0", "1"):
            hidden = np.maximum(hidden @ part(f"weight{layer}").T + part(f"bias{layer}"), 0)
        logits = (hidden @ part("weight2").T + part("bias2")).astype(np.float64)
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=1, keepdims=True))
