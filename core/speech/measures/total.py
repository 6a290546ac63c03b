"""The total: accuracy and fluency lead, intonation adds a little, and all of it is worth what was read of the text.

The eleven indicators are not averaged: six of them are one pause seen six ways. Every weight and bound is a named constant here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

ACCURACY_WEIGHT, FLUENCY_WEIGHT, INTONATION_WEIGHT = 0.55, 0.35, 0.10
"""Raters of read speech agree most about accuracy and fluency; intonation is the least surely measured."""
HEADROOM = 30.0
"""Points by which fluency and intonation may count beyond accuracy: quick and smooth speech that is not the text's is no fluent
reading of it. With none, a careful learner's pauses would cost twice; with 100, a fluent reading of another text had 45."""
COMPLETENESS_POWER = 2.0
"""Half the text keeps a quarter of the points. With c (2 - c) it would keep three quarters."""
ACCURACY_CURVE: tuple[tuple[float, float], ...] = (
    (0.0, 0.0), (50.0, 45.0), (70.0, 70.0), (80.0, 85.0), (90.0, 94.0), (100.0, 100.0),
)  # fmt: skip
"""Accuracy to its part in the total, straight lines between. Native readings have 79 at their fifth percentile and 92 at their median
(a speaker that the acoustic model has not heard): what they lose is the scorer's doubt, so that it costs them little."""
SPREAD = 11.0
"""Half of the 80 % range of a total that is sure, in points: 1.28 times the spread of the fluency of one reader over sentences of ten
syllables (median 8.8 of 101 readers, `training/fluency`)."""
UNSURE_SPREAD = 30.0
"""The same where nothing is sure."""


@dataclass(frozen=True)
class Part:
    """One of the three: score 0-100, confidence 0-1."""

    score: float
    confidence: float


@dataclass(frozen=True)
class Total:
    """0-100, with the range that holds 80 % of such readings and the confidence 0-1."""

    score: float
    low: float
    high: float
    confidence: float


def total(*, accuracy: Part, fluency: Part, intonation: Part | None, completeness: float) -> Total:
    """The total of a reading.

    Parameters
    ----------
    accuracy, fluency : Part
        Of initials, finals and tones; the composite of `mapping.fluency`.
    intonation : Part or None
        None where no group could be judged: the two others then share its weight.
    completeness : float, 0-1
        The share of `core.speech.measures.integrity`: of the text that was read as it stands.

    Returns
    -------
    Total
        Never lower for a better part, and never higher for less of the text.

    Raises
    ------
    ValueError
        If `completeness` is not 0 to 1.
    """
    if not 0 <= completeness <= 1:
        raise ValueError(f"completeness is {completeness}, not 0 to 1")
    accuracy_points = curved(accuracy.score, ACCURACY_CURVE)
    weighted_parts = [
        (ACCURACY_WEIGHT, accuracy_points, accuracy.confidence),
        (FLUENCY_WEIGHT, _capped(fluency, accuracy_points), fluency.confidence),
    ]
    if intonation is not None:
        weighted_parts.append((INTONATION_WEIGHT, _capped(intonation, accuracy_points), intonation.confidence))
    weight_sum = sum(weight for weight, _, _ in weighted_parts)
    score = completeness**COMPLETENESS_POWER * sum(weight * points for weight, points, _ in weighted_parts) / weight_sum
    confidence = sum(weight * confidence_of_part for weight, _, confidence_of_part in weighted_parts) / weight_sum
    half_range = SPREAD + (UNSURE_SPREAD - SPREAD) * (1 - confidence)
    return Total(score, max(0.0, score - half_range), min(100.0, score + half_range), confidence)


def curved(score: float, curve: Sequence[tuple[float, float]]) -> float:
    """The value of a rising curve of straight lines at a score."""
    for (left, low), (right, high) in pairwise(curve):
        if score <= right:
            return low + (high - low) * (score - left) / (right - left)
    return curve[-1][1]


def _capped(part: Part, accuracy: float) -> float:
    """The part's score, at most `HEADROOM` points over accuracy."""
    return min(part.score, accuracy + HEADROOM)
