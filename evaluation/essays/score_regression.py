"""Ridge regression of the human scores on the logarithms of three counts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.arrays import Float64
from core.essays.scoring.overall import WEIGHTS
from core.essays.scoring.richness import Richness

STRENGTH = 20.0
"""Strength of the ridge, on standardised logarithms. Kappa, plain: .698 from 0 to 5, .679 at 20, .593 at 60; stretched: .722, .731, .739, .743."""


def logarithms(counts: Sequence[Richness]) -> Float64:
    """Logarithms of the counts of essays, an array [shape=(n_essays, 3)]."""
    return np.log([[max(1, getattr(essay_counts, name)) for name in WEIGHTS] for essay_counts in counts])


def fit(rows: Float64, scores: Float64, *, strength: float = STRENGTH, stretched: bool = True) -> tuple[float, Float64]:
    """Intercept and weights of the regression; `stretched` scales the predictions to the spread of the scores."""
    means, deviations = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    standardised = (rows - means) / deviations
    square = standardised.T @ standardised + strength * np.eye(rows.shape[1])
    slopes = np.linalg.solve(square, standardised.T @ (scores - scores.mean()))
    if stretched:
        slopes = slopes * scores.std() / (standardised @ slopes).std()
    weights = slopes / deviations
    return float(scores.mean() - weights @ means), np.asarray(weights)
