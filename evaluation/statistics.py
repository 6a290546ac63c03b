"""Figures of predicted chances: log loss, area under the ROC curve, calibration error; baselines; intervals over students."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.arrays import Float64, Positions
from core.learning.prediction.features import LEAST, MOST
from core.learning.prediction.replay import AnswerLog

SHRINKAGE = 4.0
"""m of the baseline: answers that the mean of the point counts for."""
BINS = 15
RESAMPLES = 200
SEED = 20261122


def log_loss(right: Float64, chance: Float64) -> float:
    """Mean negative log likelihood, chances clipped to .01-.99."""
    clipped = np.clip(chance, LEAST, MOST)
    return float(-np.mean(right * np.log(clipped) + (1.0 - right) * np.log(1.0 - clipped)))


def auc(right: Float64, chance: Float64) -> float:
    """Chance that a right answer was given a higher chance than a wrong one; ties count half."""
    from scipy.stats import rankdata

    ones = float(right.sum())
    ranks = rankdata(chance)
    return float((ranks[right > 0].sum() - ones * (ones + 1) / 2) / (ones * (len(right) - ones)))


def calibration_error(right: Float64, chance: Float64) -> float:
    """Expected calibration error: BINS groups of equal size by chance, mean |share right - mean chance|."""
    groups = np.array_split(np.argsort(chance, kind="stable"), BINS)
    return float(sum(len(each) * abs(right[each].mean() - chance[each].mean()) for each in groups) / len(right))


def accuracies(log: AnswerLog, of_point: Float64, overall: float) -> tuple[Float64, Float64, Float64]:
    """Before each answer: raw accuracy on the point with .5 when there is none, with the overall mean, and shrunk to the
    point's mean. The log must be in order."""
    raw, means, shrunk = np.empty(len(log)), np.empty(len(log)), np.empty(len(log))
    counts: dict[tuple[int, int], tuple[int, float]] = {}
    rows = zip(log.student.tolist(), log.point.tolist(), log.outcome.tolist(), strict=True)
    for place, (student, point, outcome) in enumerate(rows):
        n, right = counts.get((student, point), (0, 0.0))
        raw[place] = right / n if n else 0.5
        means[place] = right / n if n else overall
        shrunk[place] = (right + SHRINKAGE * of_point[point]) / (n + SHRINKAGE)
        counts[student, point] = (n + 1, right + outcome)
    return raw, means, shrunk


def interval(group: NDArray[Any], figure: Callable[[Positions], float]) -> tuple[float, float]:
    """95 % interval of a figure of rows, by drawing students, speakers or recordings anew: `group` says whose each row is."""
    chance = np.random.default_rng(SEED)
    rows = [np.flatnonzero(group == each) for each in np.unique(group)]
    drawn = [
        figure(np.concatenate([rows[each] for each in chance.integers(len(rows), size=len(rows))]))
        for _ in range(RESAMPLES)
    ]
    low, high = np.percentile(drawn, (2.5, 97.5))
    return float(low), float(high)
