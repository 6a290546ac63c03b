"""Ridge regression of the human scores on the logarithms of three counts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.arrays import Float64
from core.essays.scoring.overall import WEIGHTS
from core.essays.scoring.richness import Richness

STRENGTH = 20.0
"""Of the ridge, on standardised logarithms: .698 plain from 0 to 5, .679 at 20, .593 at 60; drawn out .722, .731, .739, .743."""


def logarithms(found: Sequence[Richness]) -> Float64:
    """Array [shape=(n_essays, 3)]."""
    return np.log([[max(1, getattr(one, name)) for name in WEIGHTS] for one in found])


def fitted(
    rows: Float64, scores: Float64, *, strength: float = STRENGTH, drawn_out: bool = True
) -> tuple[float, Float64]:
    """Intercept and weights."""
    middle, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    standard = (rows - middle) / spread
    square = standard.T @ standard + strength * np.eye(rows.shape[1])
    slopes = np.linalg.solve(square, standard.T @ (scores - scores.mean()))
    if drawn_out:
        slopes = slopes * scores.std() / (standard @ slopes).std()
    weights = slopes / spread
    return float(scores.mean() - weights @ middle), np.asarray(weights)
