"""What a perfect ear would write down: log posteriors of states for syllables whose times are known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.arrays import Float32, Float64
from core.speech.aligning.phones import INDEX, SILENCE, STATES, sounds, states
from core.speech.model import ExpectedSyllable, Sounds

SECONDS_A_SYLLABLE = 0.24
STEP = 0.02
BLUR = 2.0
"""Spread of the logits' noise."""
HEIGHT = 8.0
"""By how much the right state's logit stands over the others."""


def expected(text: str) -> list[ExpectedSyllable]:
    """Syllables of a text as they are expected: `ni hao`; `de/di` accepts both."""
    syllables = []
    for index, spelt in enumerate(text.split()):
        accepted = tuple(Sounds(*pair) for spelling in spelt.split("/") if (pair := sounds(spelling)))
        syllables.append(ExpectedSyllable(index, "字", spelt, accepted, 1, frozenset({1}), index, "none"))
    return syllables


def posteriors_of(letters: str, *, seed: int = 0, height: float = HEIGHT) -> tuple[Float32, list[float]]:
    """Log posteriors of a reading, and where its syllables begin (seconds); `_` is a pause of a syllable's length."""
    rows: list[int] = []
    onsets: list[float] = []
    length = round(SECONDS_A_SYLLABLE / STEP)
    for token in ["_", *letters.split(), "_"]:
        if token == "_":
            rows += [INDEX[SILENCE]] * length
            continue
        pair = sounds(token)
        assert pair is not None, token
        onsets.append(len(rows) * STEP)
        rows += _frames(states(*pair), length)
    logits = np.random.default_rng(seed).normal(0, BLUR, (len(rows), len(STATES)))
    logits[np.arange(len(rows)), rows] += height
    return _log_softmax(logits), onsets


def flat_priors() -> Float32:
    """All states equally frequent."""
    return np.full(len(STATES), -np.log(len(STATES)), np.float32)


def _frames(columns: Sequence[int], length: int) -> list[int]:
    cuts = np.linspace(0, length, len(columns) + 1).round().astype(int)
    return [column for column, first, last in zip(columns, cuts, cuts[1:], strict=False) for _ in range(last - first)]


def _log_softmax(logits: Float64) -> Float32:
    top = logits.max(axis=1, keepdims=True)
    return np.asarray(logits - top - np.log(np.exp(logits - top).sum(axis=1, keepdims=True)), np.float32)
