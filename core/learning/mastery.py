"""Mastery of a knowledge point: the contract's accuracy and status, and the decayed estimate beside them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

import numpy as np

from core.arrays import Float64
from core.learning.sums.columns import DAY, SumColumns
from core.wire import Bilingual

Status = Literal["exceeded", "mastered", "learning", "not_started"]
Color = Literal["yellow", "green", "blue", "gray"]
Shown = Literal["exceeded", "mastered", "learning", "begun", "not_started"]
"""What pages show: a status that fewer than `LEAST_ANSWERS` answers stand for is no more than begun."""

STATUSES: tuple[Status, ...] = ("exceeded", "mastered", "learning", "not_started")
COLORS: dict[Status, Color] = {
    "exceeded": "yellow",
    "mastered": "green",
    "learning": "blue",
    "not_started": "gray",
}
STATUS_LABELS: dict[Status, Bilingual] = {
    "exceeded": Bilingual(zh="超标", en="exceeded"),
    "mastered": Bilingual(zh="已达标", en="met"),
    "learning": Bilingual(zh="未达标", en="not met yet"),
    "not_started": Bilingual(zh="未学习", en="not started"),
}
EXCEEDED_ABOVE = 0.90
"""The contract: accuracy > 90 % is exceeded, 60 % to 90 %, both ends included, met."""
MET_FROM = 0.60

HALF_LIFE = timedelta(days=60)
"""Of right and wrong answers in mastery."""
FAST_HALF_LIFE = timedelta(days=2)
"""Of right and wrong answers lately, which only the prediction looks at (chosen in training/predictor)."""
PRIOR_ANSWERS = 4.0
"""m: how many answers the prediction is worth in mastery."""
LEAST_ANSWERS = 3
"""Answers on a point before anything is called a strength, a weakness, gained or lost: on a choice of four one or two can be luck."""
ENOUGH = 3.0
"""Decayed answers (right + wrong) below which a point says "not enough data"."""
BAND_SHARE = 0.8
"""Of the band shown around mastery."""
DIRECT_WEIGHT = 1.0
"""Evidence of this weight or more is an attempt of the contract's accuracy; lighter evidence moves mastery only: a text in which a point occurs,
and the further proof of a contested value, which repeats an answer that is in the log itself."""


def status_of(attempts: int, correct: int) -> Status:
    """The contract's status of a point.

    >>> [status_of(*pair) for pair in ((0, 0), (10, 5), (10, 6), (10, 9), (100, 91))]
    ['not_started', 'learning', 'mastered', 'mastered', 'exceeded']
    """
    if attempts <= 0:
        return "not_started"
    # In whole numbers: 0.6 of 5 answers is 3 answers, whatever binary fractions say.
    if correct * 10 > attempts * 9:
        return "exceeded"
    return "mastered" if correct * 10 >= attempts * 6 else "learning"


def begun(attempts: int) -> bool:
    """Whether there are answers, and too few to call a point met or not met."""
    return 0 < attempts < LEAST_ANSWERS


def shown_of(status: Status, attempts: int) -> Shown:
    """What pages show for the contract's status.

    >>> shown_of("exceeded", 2), shown_of("exceeded", 3), shown_of("not_started", 0)
    ('begun', 'exceeded', 'not_started')
    """
    return "begun" if begun(attempts) else status


def decay(elapsed: timedelta, half_life: timedelta = HALF_LIFE) -> float:
    """What is left of a weight after `elapsed`; 1 for no time or a moment that lies ahead.

    >>> decay(timedelta(days=60)), decay(timedelta(0))
    (0.5, 1.0)
    """
    return float(2.0 ** -(max(elapsed, timedelta(0)) / half_life))


def mastery_of(right: float, wrong: float, prediction: float, *, at: datetime, now: datetime) -> float:
    """(A + m p0) / (A + B + m), with A and B decayed from `at` to `now`; in 0-1.

    Without new answers it goes back to the prediction.
    """
    left = decay(now - at)
    return (right * left + PRIOR_ANSWERS * prediction) / ((right + wrong) * left + PRIOR_ANSWERS)


def mastery_cells(cells: SumColumns, prediction: Float64, now: int) -> Float64:
    """`mastery_of` of many rows; `now` in microseconds since 1970."""
    left = np.exp2(-np.maximum(now - cells.at, 0) / DAY / (HALF_LIFE / timedelta(days=1)))
    right, wrong = np.maximum(cells.right, 0.0) * left, np.maximum(cells.wrong, 0.0) * left
    mastery: Float64 = (right + PRIOR_ANSWERS * prediction) / (right + wrong + PRIOR_ANSWERS)
    return mastery


def band_of(
    right: Float64, wrong: Float64, prediction: Float64, *, share: float = BAND_SHARE
) -> tuple[Float64, Float64]:
    """The equal-tailed band that holds mastery with probability `share`: quantiles of Beta(A + m p0, B + m (1 - p0)).

    Parameters
    ----------
    right, wrong, prediction : arrays of one shape, or numbers
        A and B decayed to the moment that is meant, and p0.

    Returns
    -------
    Lower and upper end, 0-1.
    """
    from scipy.special import betaincinv  # takes a quarter of a second to import: not at the start of a page

    a = np.maximum(right, 0.0) + PRIOR_ANSWERS * np.asarray(prediction)
    b = np.maximum(wrong, 0.0) + PRIOR_ANSWERS * (1.0 - np.asarray(prediction))
    tail = (1.0 - share) / 2
    return betaincinv(a, b, tail), betaincinv(a, b, 1.0 - tail)
