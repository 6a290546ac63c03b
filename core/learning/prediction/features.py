"""What the predictor looks at: features of a student as a whole, of the student on a point, and of the point.

All come from the additive sums of `core.records.learner.Sums`, so evidence may arrive in any order. The weights of the
features in `RISING` are held at 0 or above, so that one more right answer, whenever it was given, never lowers a
prediction: each of those features rises, or stays, with a right answer.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import numpy as np

from core.arrays import Bool, Float64, Int64
from core.learning.mastery import FAST_HALF_LIFE, HALF_LIFE
from core.learning.sums.columns import DAY, SumColumns, micros_of

Moment = int | Int64

ONE_DAY = timedelta(days=1)
LEAST, MOST = 0.01, 0.99
"""No prediction is surer than this: log loss is measured with the same bounds."""

LEARNER = ("ability", "ability_lately", "practice", "recency")
"""Features of the student as a whole."""
CELL = ("informed", "informed_lately", "right_answers", "wrong_answers", "point_recency")
"""Features of the student on the point."""
POINT = ("easiness", "item")
"""Features of the point and, where one item is meant, of the item."""
NAMES = ("constant", *POINT, *LEARNER, *CELL)
RISING = frozenset(NAMES) - {"constant", "wrong_answers"}

ABILITY_PRIOR = 2.0
"""a in log((R + a) / (W + a)): how much evidence a student's balance needs before it says much."""
ABILITY_PRIOR_LATELY = 1.0
ABILITY_WEIGHT = 0.7
"""What the balance counts in the expectation on a point, in logits; about the weight that it gets when fitted alone."""
EXPECTED_ANSWERS = 2.0
"""How many answers on the point the expectation counts for."""
EXPECTED_ANSWERS_LATELY = 0.5
LONGEST = 365.0
"""Days after which evidence is as if it had never been, for recency."""


def learner_features(whole: SumColumns, now: Moment) -> Float64:
    """[rows, len(LEARNER)]; `now` in microseconds since 1970, one for all or one a row."""
    days = days_since(whole.at, now)
    slow, fast = decays(days)
    return np.stack(
        (
            balance(whole.right * slow, whole.wrong * slow, ABILITY_PRIOR),
            balance(whole.right_fast * fast, whole.wrong_fast * fast, ABILITY_PRIOR_LATELY),
            np.log1p(np.maximum(whole.attempts, 0.0)),
            recency(days, whole.right + whole.wrong > 0),
        ),
        axis=1,
    )


def cell_features(cells: SumColumns, easiness: Float64, ability: Float64, now: Moment) -> Float64:
    """[rows, len(CELL)]; `easiness` of each row's point and `ability`, the first of `LEARNER`, of each row's student."""
    days = days_since(cells.at, now)
    slow, fast = decays(days)
    expected = np.clip(logistic(easiness + ABILITY_WEIGHT * ability), LEAST, MOST)
    return np.stack(
        (
            informed(cells.right * slow, cells.wrong * slow, expected, EXPECTED_ANSWERS),
            informed(cells.right_fast * fast, cells.wrong_fast * fast, expected, EXPECTED_ANSWERS_LATELY),
            np.log1p(np.maximum(cells.correct, 0.0)),
            np.log1p(np.maximum(cells.attempts - cells.correct, 0.0)),
            recency(days, cells.right + cells.wrong > 0),
        ),
        axis=1,
    )


# -- parts ---------------------------------------------------------------------------------------------------


def balance(right: Float64, wrong: Float64, prior: float) -> Float64:
    """log((right + a) / (wrong + a)): 0 without evidence. Sums that rounding left below 0 count as 0."""
    odds: Float64 = (np.maximum(right, 0.0) + prior) / (np.maximum(wrong, 0.0) + prior)
    return np.log(odds)


def informed(right: Float64, wrong: Float64, expected: Float64, answers: float) -> Float64:
    """The expectation corrected by the evidence: logit of (right + m p) / (right + wrong + m)."""
    odds: Float64 = (np.maximum(right, 0.0) + answers * expected) / (
        np.maximum(wrong, 0.0) + answers * (1.0 - expected)
    )
    return np.log(odds)


def days_since(at: Int64, now: Moment) -> Float64:
    """Days from `at` to `now` (microseconds), 0 for moments that lie ahead."""
    days: Float64 = np.maximum(now - at, 0) / DAY
    return days


def recency(days: Float64, seen: Bool) -> Float64:
    """log of how much nearer than a year the latest evidence is; 0 without any, so that old evidence never does harm."""
    near: Float64 = np.log1p(LONGEST) - np.log1p(np.minimum(days, LONGEST))
    return np.where(seen, near, 0.0)


def decays(days: Float64) -> tuple[Float64, Float64]:
    """What is left after so many days at the slow and at the fast half-life."""
    slow = np.exp2(-days / (HALF_LIFE / ONE_DAY))
    return slow, np.exp2(-days / (FAST_HALF_LIFE / ONE_DAY))


def logistic(logits: Float64) -> Float64:
    """1 / (1 + e^-x), without overflow."""
    return 0.5 * (1.0 + np.tanh(0.5 * logits))


def logit(probability: Float64) -> Float64:
    """The inverse of `logistic`."""
    odds: Float64 = probability / (1.0 - probability)
    return np.log(odds)


def moment_micros(now: datetime | int) -> int:
    """A moment as microseconds since 1970."""
    return now if isinstance(now, int) else micros_of(now)
