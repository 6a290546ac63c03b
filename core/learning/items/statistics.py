"""How hard an item is and how well it discriminates between abilities, from answers of students whose ability is known.

Two-parameter logistic model with a fixed floor for guessing (Birnbaum 1968), P = c + (1 - c) logistic(a (ability - b)), at
known abilities; b and a together by Fisher scoring under normal priors, intervals from the curvature. A slope that is held
at 1 (Rasch 1960) recovers difficulties nearly as well, but at 200 answers its 95 % intervals hold the truth 87 times of 100,
since items differ in slope. Of the slope this model recovers more than a model without a floor does, and that more than the
point-biserial correlation. The figures stand in `benchmarks/questions/life.py`.

Abilities are not known exactly either: their error flattens the curve, which is reckoned with as in MacKay (1992).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi, sqrt

import numpy as np

from core.arrays import Float64
from core.learning.intervals import Z95, wilson
from core.learning.prediction.features import balance, days_since, decays, logistic
from core.learning.sums.columns import SumColumns

PREDICTED_SPREAD = 0.7
"""Standard deviation of the true difficulty round the predicted one, in logits (as `core.learning.items.difficulty.SPREAD`)."""
SLOPE, SLOPE_SPREAD = 1.0, 0.35
"""Prior of the slope: item banks have 0.2 to 0.5 round 1 in logits of ability."""
LEAST_SLOPE, MOST_SLOPE = 0.2, 3.0
"""Where the fit of a rising curve is kept; a falling one shows in `slope`."""
WIDE = 2.0
"""Spread of the prior of a slope that may have either sign."""

ABILITY_PRIOR = 2.0
ABILITY_SCALE = 1.35
"""Logits of ability for one of `core.learning.prediction.features.balance`: the regression of true ability on it over simulated
students with 20 to 150 answers on items of known difficulty with guessing."""
ABILITY_ERROR = 2.2
"""Variance of the true ability round the estimate, times the information in the sums (same simulation)."""

STEPS, CLOSE, LONGEST_STEP = 40, 1e-5, 0.5


@dataclass(frozen=True, slots=True)
class Estimated:
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float

    @classmethod
    def normal(cls, value: float, error: float) -> Estimated:
        """From a standard error."""
        return cls(value, value - Z95 * error, value + Z95 * error)


@dataclass(frozen=True)
class Curve:
    """The fitted item."""

    difficulty: Estimated
    """Logits: the ability at which the answer is known half of the time; higher is harder."""
    slope: Estimated
    """1 as the learner model expects, higher tells students better apart."""


@dataclass(frozen=True)
class Chosen:
    """One option."""

    count: int
    rate: Estimated
    ability: float | None
    """Mean ability of those who chose it less that of all who answered, in logits."""


# -- students ------------------------------------------------------------------------------------------------


def abilities(wholes: SumColumns, now: int, *, score: Float64, probability: Float64) -> tuple[Float64, Float64]:
    """[n], [n]: ability in logits (0 = average) of who gave each answer without that answer, and its error variance.

    The balance of a student's sums is one Newton step of the Rasch model from 0 under a normal prior (its sums are right - wrong
    = sum of score - probability, and right + wrong = twice the information); without the answer itself it is a rest score, so that an
    item is not compared with itself.

    Parameters
    ----------
    wholes : rows [n]
        Sums of the student of each answer as a whole; rows without evidence stand for unknown students.
    now
        Microseconds since 1970.
    score : array [n]
        0-1.
    probability : array [n]
        Probability of an average student on the item's point, with which the answer went into the sums.
    """
    slow, _ = decays(days_since(wholes.at, now))
    known = wholes.right + wholes.wrong > 0
    right = np.maximum(wholes.right * slow - known * score * (1.0 - probability), 0.0)
    wrong = np.maximum(wholes.wrong * slow - known * (1.0 - score) * probability, 0.0)
    error = ABILITY_ERROR / ((right + wrong) / 2.0 + ABILITY_PRIOR)
    return ABILITY_SCALE * balance(right, wrong, ABILITY_PRIOR), error


# -- items ---------------------------------------------------------------------------------------------------


def curve(
    ability: Float64,
    error: Float64,
    score: Float64,
    *,
    predicted: float,
    floor: float,
    slope_spread: float = SLOPE_SPREAD,
) -> Curve:
    """Difficulty and slope of an item.

    Parameters
    ----------
    ability, error : array [n]
        Logits, and the variance of the true ability round them (0 = exact).
    score : array [n]
        0-1; partial credit counts as a share of a right answer.
    predicted
        Difficulty before any answer, in logits; the estimate is drawn to it while answers are few.
    floor : 0 <= floor < 1
        Probability of a right answer by guessing: one over the number of options.
    slope_spread
        Standard deviation of slopes round 1; near 0 this is the Rasch model.
    """
    parameters = np.array([predicted, SLOPE])
    centre, precision = parameters.copy(), np.array([PREDICTED_SPREAD**-2, slope_spread**-2])
    for _ in range(STEPS):
        gradient, information = _scored(parameters, ability, error, score, floor)
        information += np.diag(precision)
        step = np.linalg.solve(information, gradient - precision * (parameters - centre))
        step /= max(1.0, float(np.abs(step).max()) / LONGEST_STEP)
        moved = np.array([parameters[0] + step[0], min(max(parameters[1] + step[1], LEAST_SLOPE), MOST_SLOPE)])
        done, parameters = bool(np.abs(moved - parameters).max() < CLOSE), moved
        if done:
            break
    spread = np.sqrt(np.diag(np.linalg.inv(information)))
    return Curve(
        Estimated.normal(float(parameters[0]), float(spread[0])),
        Estimated.normal(float(parameters[1]), float(spread[1])),
    )


def _scored(
    parameters: Float64, ability: Float64, error: Float64, score: Float64, floor: float
) -> tuple[Float64, Float64]:
    """Gradient [2] and expected information [2, 2] of the answers by difficulty and slope."""
    difficulty, slope = parameters
    flat = 1.0 / np.sqrt(1.0 + pi * slope**2 * error / 8.0)
    distance = flat * (ability - difficulty)
    known = logistic(slope * distance)
    probability = np.clip(floor + (1.0 - floor) * known, 1e-6, 1.0 - 1e-6)
    rise = (1.0 - floor) * known * (1.0 - known)
    ways = np.stack((-rise * slope * flat, rise * distance * flat**2))
    weighed = ways / (probability * (1.0 - probability))
    return weighed @ (score - probability), weighed @ ways.T


def predicted_curve(predicted: float) -> Curve:
    """What is known before any answer."""
    return Curve(Estimated.normal(predicted, PREDICTED_SPREAD), Estimated.normal(SLOPE, SLOPE_SPREAD))


def slope(ability: Float64, score: Float64) -> Estimated:
    """Slope of the logit of the score by ability, of either sign, without a floor: for curves that fall.

    Logistic regression with a constant under wide priors (standard deviation `WIDE`).
    """
    rows = np.stack((np.ones_like(ability), ability))
    parameters, precision = np.zeros(2), np.diag([WIDE**-2 / 4.0, WIDE**-2])
    for _ in range(STEPS):
        probability = logistic(parameters @ rows)
        information = (rows * np.maximum(probability * (1.0 - probability), 1e-6)) @ rows.T + precision
        step = np.linalg.solve(information, rows @ (score - probability) - precision @ parameters)
        parameters = parameters + step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < CLOSE:
            break
    return Estimated.normal(float(parameters[1]), sqrt(float(np.linalg.inv(information)[1, 1])))


def discrimination(ability: Float64, score: Float64, fitted: Curve) -> Estimated:
    """The slope to show: that of the curve, and where the answers surely fall with ability the falling one."""
    falling = slope(ability, score)
    return falling if falling.high < 0 else fitted.slope


def share(score: Float64) -> Estimated:
    """Mean score with Wilson's interval."""
    mean = float(score.mean())
    return Estimated(mean, *wilson(mean, len(score)))


def options(chosen: Sequence[str], ability: Float64, labels: Sequence[str]) -> dict[str, Chosen]:
    """How often each label was chosen, and by whom; what is none of the labels counts among all answers only.

    >>> found = options(["A", "A", "B", "A"], np.array([1.0, 0.0, -1.0, 0.0]), "AB")
    >>> found["A"].count, round(found["A"].rate.value, 2), round(found["B"].ability, 1)
    (3, 0.75, -1.0)
    """
    names = np.array(chosen, dtype=object)
    mean = float(ability.mean()) if len(ability) else 0.0
    by_label = {}
    for label in labels:
        who = names == label
        count = int(who.sum())
        rate = count / len(names) if len(names) else 0.0
        own = float(ability[who].mean()) - mean if count else None
        by_label[label] = Chosen(count, Estimated(rate, *wilson(rate, len(names))), own)
    return by_label
