"""Scores of 0 to 100 from raw values, by the anchors of `data/speech_norms.toml`, and the mean of the fluency indicators.

Speed is scored on both sides, but too fast only beyond what natives read at; pauses are better the fewer and the shorter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.speech.model import Measure
from core.tables.speech_norms import Norm

FLUENCY_WEIGHTS: Mapping[str, float] = {
    "speed_of_speech": 0.35,
    "rate_of_pronunciation": 0.1,
    "silent_pause_frequency": 0.2,
    "pronunciation_time_ratio": 0.1,
    "average_flow_length": 0.1,
    "average_length_of_silent_pause": 0.05,
    "pause_fluency": 0.05,
    "corrected_fluency": 0.05,
}
"""Speech rate is the best single predictor of perceived fluency and pauses come next (Cucchiarini, Strik and Boves 2000; Bosker et al.
2013); fillers and repairs get little. Fitted weights were no better on speakers left out; `training/fluency/README.md` has the table."""
PAUSE_LENGTH = "average_length_of_silent_pause"
NOTHING_TO_FAULT, HALF_SURE = 100.0, 0.5
"""Score and confidence of the pauses' length where there was no pause that costs: nothing was measured, and nothing was wrong."""
LEAST_SCORE = 0.0
"""Score where nothing can be said: the contract's numbers are always numbers, `value` and `confidence` tell."""


@dataclass(frozen=True)
class ScoredIndicator:
    """An indicator: `raw` is shown, `score` follows from the part of it that is charged; `confidence` 0-1 grows with
    what it rests on."""

    raw: Measure
    score: float
    confidence: float


def scored_indicator(raw: Measure, norm: Norm, *, charged: Measure | None = None) -> ScoredIndicator:
    """An indicator from its raw measure, and from the charged one where free pauses make a difference."""
    base = raw if charged is None else charged
    if norm.name == PAUSE_LENGTH and base.value is None:
        return ScoredIndicator(raw, NOTHING_TO_FAULT, HALF_SURE)
    if base.value is None:
        return ScoredIndicator(raw, LEAST_SCORE, 0.0)
    return ScoredIndicator(raw, score_of(base.value, base.n, norm), confidence_of(base.n, norm))


def score_of(value: float, n: int, norm: Norm) -> float:
    """0-100 of a value that rests on `n` syllables, pauses or groups."""
    values, scores = zip(*norm.anchors, strict=True)
    return float(np.interp(shrunk(value, n, norm), values, scores))


def shrunk(value: float, n: int, norm: Norm) -> float:
    """The value shrunk towards the norm's typical one, as if `norm.settles` more syllables had been read at that.

    One pause in five syllables is 20 per 100, which says little about the reader; one such in every five says much.
    """
    if norm.typical is None:
        return value
    return (n * value + norm.settles * norm.typical) / (n + norm.settles)


def confidence_of(n: int, norm: Norm) -> float:
    """Confidence in a value that rests on `n` syllables, pauses or groups: 0 with none, .5 at `norm.settles`, towards
    1."""
    return n / (n + norm.settles)


def fluency(scores: Mapping[str, float], *, weights: Mapping[str, float] = FLUENCY_WEIGHTS) -> float:
    """The composite, 0-100, of the indicators that `weights` names and `scores` has.

    Raises
    ------
    ValueError
        If `scores` has none of them.
    """
    present = {name: weight for name, weight in weights.items() if name in scores}
    if not present:
        raise ValueError("no indicator of fluency")
    return sum(weight * scores[name] for name, weight in present.items()) / sum(present.values())
