"""Simulated students and items whose truth is known: what items' figures and the rules of retirement are measured on.

Students differ in ability (normal, mean 0, standard deviation 1) and are known to the service by the sums of their other
answers alone, made as the map makes them. Items differ from what is predicted of them, in slope, and in whom their wrong
options draw. Nothing of it is the model that the product fits: slopes are not at its prior's middle, wrong options draw the
abler or the weaker, students' abilities are estimates from answers to items that are themselves off their prediction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from core.arrays import Bool, Float64, Positions
from core.learning.items.statistics import PREDICTED_SPREAD, abilities
from core.learning.prediction.features import logistic
from core.learning.sums.columns import SumColumns

Fault = Literal["sound", "wrong_key", "two_right", "tells_nothing"]

OPTIONS = 4
POINT_SPREAD = 0.7
SLOPE_SPREAD = 0.3
"""Of the logarithm of the slopes."""
APPEAL_SPREAD, LEANING_SPREAD = 0.5, 0.4
"""How much wrong options differ in appeal, and in whom they draw."""
CHOICE_SHARE, GUESS_CHOICE, GUESS_OPEN = 0.6, 0.25, 0.03
ANSWERS_BEFORE = (15, 150)
"""Fewest and most other answers of a student."""
RANDOM_SHARES = (0.3, 0.7)
"""Between which shares of right answers an item lies that tells nothing."""


@dataclass(frozen=True)
class Class:
    """Students: what they can do, and what the service thinks they can."""

    truth: Float64
    ability: Float64
    error: Float64


def simulated_class(students: int, rng: np.random.Generator) -> Class:
    """Students after their other answers."""
    truth = rng.normal(0, 1, students)
    right, wrong = np.zeros(students), np.zeros(students)
    for student, ability in enumerate(truth):
        count = int(rng.integers(*ANSWERS_BEFORE))
        predicted = rng.normal(0, POINT_SPREAD, count)
        difficulty = predicted + rng.normal(0, PREDICTED_SPREAD, count)
        guess = np.where(rng.random(count) < CHOICE_SHARE, GUESS_CHOICE, GUESS_OPEN)
        slope = np.exp(rng.normal(0, SLOPE_SPREAD, count))
        knows = logistic(slope * (ability - difficulty))
        score = rng.random(count) < guess + (1 - guess) * knows
        expected = guess + (1 - guess) * logistic(-predicted)
        right[student] = (score * (1 - expected)).sum()
        wrong[student] = (~score * expected).sum()
    nothing = np.zeros(students)
    wholes = SumColumns(nothing, nothing, right, wrong, nothing, nothing, np.zeros(students, dtype=np.int64))
    estimates, error = abilities(wholes, 0, score=np.zeros(students), probability=np.zeros(students))
    return Class(truth, estimates, error)


@dataclass(frozen=True)
class SimulatedItem:
    """One item with its answers, the first students first."""

    predicted: float
    difficulty: float
    slope: float
    floor: float
    ability: Float64
    error: Float64
    chosen: Positions
    """0 = the key; of an item without options 1 stands for any wrong answer."""

    @property
    def score(self) -> Float64:
        """0 or 1."""
        right: Bool = self.chosen == 0
        return right.astype(np.float64)


def simulated_item(
    students: Class, answers: int, rng: np.random.Generator, *, fault: Fault = "sound", options: int = OPTIONS
) -> SimulatedItem:
    """An item answered by some of a class; `options` 1 = typed."""
    predicted = float(rng.normal(0, POINT_SPREAD))
    difficulty = predicted + float(rng.normal(0, PREDICTED_SPREAD))
    slope = float(np.exp(rng.normal(0, SLOPE_SPREAD)))
    chosen_students = rng.choice(len(students.truth), answers, replace=False)
    floor = 1 / options if options > 1 else 0.0
    truth = students.truth[chosen_students]
    right = rng.random(answers) < floor + (1 - floor) * logistic(slope * (truth - difficulty))
    chosen = np.where(right, 0, _wrong_options(truth, options, rng))
    return SimulatedItem(
        predicted,
        difficulty,
        slope,
        floor,
        students.ability[chosen_students],
        students.error[chosen_students],
        _with(fault, chosen, options, rng),
    )


def _wrong_options(truth: Float64, options: int, rng: np.random.Generator) -> Positions:
    count = max(options - 1, 1)
    appeal = rng.normal(0, APPEAL_SPREAD, count) + rng.normal(0, LEANING_SPREAD, count) * truth[:, None]
    shares = np.exp(appeal)
    shares /= shares.sum(axis=1, keepdims=True)
    drawn: Positions = 1 + (shares.cumsum(axis=1) < rng.random(len(truth))[:, None]).sum(axis=1)
    return np.minimum(drawn, count)


def _with(fault: Fault, chosen: Positions, options: int, rng: np.random.Generator) -> Positions:
    """The choices as they come out when the item has a fault."""
    if fault == "wrong_key":
        swapped = np.array([1, 0, *range(2, options)])
        return swapped[chosen]
    if fault == "two_right":
        # Half of those who would be right take the other right option.
        return np.where((chosen == 0) & (rng.random(len(chosen)) < 0.5), 1, chosen)
    if fault == "tells_nothing":
        share = rng.uniform(*RANDOM_SHARES)
        return np.where(rng.random(len(chosen)) < share, 0, rng.integers(1, max(options, 2), len(chosen)))
    return chosen
