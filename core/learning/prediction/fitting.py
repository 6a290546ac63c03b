"""Fitting the predictor on a log of answers: difficulties of points and items, weights, calibration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.arrays import Float64, Positions
from core.learning.items.difficulty import easier
from core.learning.mastery import DIRECT_WEIGHT
from core.learning.prediction.features import (
    LEARNER,
    LEAST,
    MOST,
    NAMES,
    RISING,
    cell_features,
    learner_features,
    logistic,
    logit,
)  # fmt: skip
from core.learning.prediction.predictor import calibrated
from core.learning.prediction.replay import AnswerLog, sums_before

POINT_ANSWERS = 10.0
"""How many answers the expectation of a point (its level's mean) counts for."""
FOLDS = 5
"""Students are dealt into so many groups: the offset of an item is estimated without the group whose answers are fitted, or
its weight would be too great for students who are not in the log."""
RIDGE = 50.0
"""How strongly weights are held to the model before, in answers: a short log hardly moves them."""
BINS = 20
"""Groups of equal size from which the calibration is read."""
BIN_ANSWERS = 50.0
"""How many answers the uncalibrated prediction counts for in each."""


@dataclass(frozen=True)
class Fit:
    """A fitted model over the points and items of a log, by their numbers."""

    weights: Float64
    """In the order of `NAMES`."""
    easiness: Float64
    """[points] logits."""
    items: Float64
    """[items] how much easier than its point, logits."""
    calibration: tuple[tuple[float, float], ...]

    def predict(self, log: AnswerLog) -> Float64:
        """The probability of each answer of the log, from what was answered before it."""
        return np.clip(logistic(calibrated(self.logits(log), self.calibration)), LEAST, MOST)

    def logits(self, log: AnswerLog) -> Float64:
        """Before calibration."""
        offsets = np.where(log.item >= 0, self.items[log.item], 0.0) if len(self.items) else np.zeros(len(log))
        return design(log, self.easiness, offsets) @ self.weights


def fit(log: AnswerLog, *, expected: Float64, items: int, before: Float64, ridge: float = RIDGE) -> Fit:
    """Fit everything on a log.

    Parameters
    ----------
    log
        In order (`AnswerLog.in_order`).
    expected : array [points]
        Logit expected of each point before any answer (its level's).
    items
        How many items there are; 0 when none are known.
    before : array [len(NAMES)]
        Weights that the fit starts from and is held to.
    """
    prepared = prepare(log, expected=expected, items=items, before=before, ridge=ridge)
    weights = fit_weights(prepared.features, prepared.outcome, before, ridge)
    return Fit(
        weights=weights,
        easiness=prepared.easiness,
        items=prepared.items,
        calibration=fit_calibration(prepared.features @ weights, prepared.outcome),
    )


@dataclass(frozen=True)
class Prepared:
    """A log whose difficulties are known: what weights are fitted on."""

    features: Float64
    """[direct answers, len(NAMES)]"""
    outcome: Float64
    easiness: Float64
    items: Float64


def prepare(log: AnswerLog, *, expected: Float64, items: int, before: Float64, ridge: float = RIDGE) -> Prepared:
    """Difficulties of points and items, and the features of each direct answer; as in `fit`."""
    direct = log.weight >= DIRECT_WEIGHT
    easiness = mean_easiness(log, expected)
    bare = design(log, easiness, np.zeros(len(log)))
    first = fit_weights(bare[direct], log.outcome[direct], before, ridge)
    # Points that strong students answer look easier than they are: corrected by what the weights left over.
    easiness = easiness + easier(log.point, log.outcome, logistic(bare @ first), len(expected))
    bare = design(log, easiness, np.zeros(len(log)))
    probability = logistic(bare @ fit_weights(bare[direct], log.outcome[direct], first, 0.0))
    bare[:, NAMES.index("item")] = _offsets_of_others(log, probability, items)
    return Prepared(bare[direct], log.outcome[direct], easiness, easier(log.item, log.outcome, probability, items))


def mean_easiness(log: AnswerLog, expected: Float64) -> Float64:
    """[points]: logit of the mean outcome of each point, drawn to the expectation where answers are few."""
    right = np.bincount(log.point, log.outcome, len(expected)) + POINT_ANSWERS * logistic(expected)
    return logit(np.clip(right / (np.bincount(log.point, minlength=len(expected)) + POINT_ANSWERS), LEAST, MOST))


def design(log: AnswerLog, easiness: Float64, offsets: Float64) -> Float64:
    """[answers, len(NAMES)]: features of each answer just before it was given."""
    wholes, cells = sums_before(log, np.clip(logistic(easiness), LEAST, MOST))
    of_learner = learner_features(wholes, log.at)
    of_point = easiness[log.point]
    of_cell = cell_features(cells, of_point, of_learner[:, LEARNER.index("ability")], log.at)
    return np.column_stack((np.ones(len(log)), of_point, offsets, of_learner, of_cell))


def _offsets_of_others(log: AnswerLog, probability: Float64, items: int) -> Float64:
    """[answers]: the item's offset as the students of the other groups show it."""
    offsets = np.zeros(len(log))
    for fold in range(FOLDS if items else 0):
        inside = log.student % FOLDS == fold
        others = easier(log.item[~inside], log.outcome[~inside], probability[~inside], items)
        offsets[inside] = np.where(log.item[inside] >= 0, others[log.item[inside]], 0.0)
    return offsets


def fit_weights(features: Float64, outcome: Float64, before: Float64, ridge: float) -> Float64:
    """Logistic weights of greatest likelihood, held to `before`, those of `RISING` at 0 or above (L-BFGS-B)."""
    from scipy.optimize import minimize  # only where something is fitted

    def loss(weights: Float64) -> tuple[float, Float64]:
        logits = features @ weights
        away = weights - before
        value = np.sum(np.logaddexp(0.0, logits) - outcome * logits) + 0.5 * ridge * np.sum(away**2)
        slope = features.T @ (logistic(logits) - outcome) + ridge * away
        return float(value) / len(outcome), slope / len(outcome)

    bounds = [(0.0 if name in RISING else -np.inf, np.inf) for name in NAMES]
    found = minimize(loss, before, jac=True, method="L-BFGS-B", bounds=bounds)
    return np.asarray(found.x, dtype=np.float64)


def fit_calibration(logits: Float64, outcome: Float64) -> tuple[tuple[float, float], ...]:
    """Knots that make predictions as frequent as they say: means of equal groups, made to rise (isotonic regression)."""
    from scipy.optimize import isotonic_regression

    groups: Sequence[Positions] = np.array_split(np.argsort(logits, kind="stable"), BINS)
    given = np.array([logits[group].mean() for group in groups])
    sizes = np.array([len(group) for group in groups], dtype=np.float64)
    right = np.array([outcome[group].sum() for group in groups])
    shares = (right + BIN_ANSWERS * logistic(given)) / (sizes + BIN_ANSWERS)
    rising = isotonic_regression(shares, weights=sizes + BIN_ANSWERS).x
    meant = logit(np.clip(rising, LEAST, MOST))
    kept = np.concatenate(([True], np.diff(given) > 1e-6))
    return tuple((round(float(x), 6), round(float(y), 6)) for x, y in zip(given[kept], meant[kept], strict=True))
