"""A log of answers, and what the sums of its students were just before each answer: what the predictor is fitted on."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from core.arrays import Float64, Int64, Positions
from core.learning.mastery import DIRECT_WEIGHT, FAST_HALF_LIFE, HALF_LIFE
from core.learning.sums.columns import DAY, SumColumns

SLOW_RATE = 86_400 / HALF_LIFE.total_seconds() / DAY
FAST_RATE = 86_400 / FAST_HALF_LIFE.total_seconds() / DAY
"""Half-lives in a microsecond."""


@dataclass(frozen=True)
class AnswerLog:
    """Answers, by student and then in the order in which they were given; every array has the same length."""

    student: Positions
    point: Positions
    item: Positions
    """-1 where the item is not known."""
    outcome: Float64
    """0-1."""
    weight: Float64
    at: Int64
    """Microseconds since 1970 (or since anything)."""

    def __len__(self) -> int:
        return len(self.at)

    def take(self, rows: Positions) -> AnswerLog:
        """The answers with these indexes."""
        return AnswerLog(*(getattr(self, field.name)[rows] for field in fields(self)))

    def in_order(self) -> AnswerLog:
        """The same answers by student and time; answers of one moment stay as they are."""
        return self.take(np.lexsort((self.at, self.student)))


def sums_before(log: AnswerLog, base_probability: Float64) -> tuple[SumColumns, SumColumns]:
    """The student's sums as a whole and on the point, just before each answer.

    `base_probability`: an average learner's probability on each point; it weighs the sums as a whole.
    """
    wholes, cells = SumColumns.nothing(len(log)), SumColumns.nothing(len(log))
    whole, points, student = _Running(), dict[int, _Running](), -1
    rows = zip(
        log.student.tolist(),
        log.point.tolist(),
        log.outcome.tolist(),
        log.weight.tolist(),
        log.at.tolist(),
        strict=True,
    )
    probabilities = base_probability.tolist()
    for index, (of, point, outcome, weight, at) in enumerate(rows):
        if of != student:
            whole, points, student = _Running(), {}, of
        cell = points.setdefault(point, _Running())
        whole.note(wholes, index)
        cell.note(cells, index)
        probability = probabilities[point]
        whole.add(weight * outcome * (1.0 - probability), weight * (1.0 - outcome) * probability, outcome, weight, at)
        cell.add(weight * outcome, weight * (1.0 - outcome), outcome, weight, at)
    return wholes, cells


class _Running:
    """Sums of one thing as answers come in order of time."""

    __slots__ = ("at", "attempts", "correct", "right", "right_fast", "wrong", "wrong_fast")

    def __init__(self) -> None:
        self.attempts = self.correct = 0
        self.right = self.wrong = self.right_fast = self.wrong_fast = 0.0
        self.at = 0

    def add(self, right: float, wrong: float, outcome: float, weight: float, at: int) -> None:
        """Take in one answer, not earlier than those before."""
        if weight >= DIRECT_WEIGHT:
            self.attempts += 1
            self.correct += outcome >= 1.0
        slow = 2.0 ** ((self.at - at) * SLOW_RATE) if self.at else 0.0
        fast = 2.0 ** ((self.at - at) * FAST_RATE) if self.at else 0.0
        self.right = self.right * slow + right
        self.wrong = self.wrong * slow + wrong
        self.right_fast = self.right_fast * fast + right
        self.wrong_fast = self.wrong_fast * fast + wrong
        self.at = at

    def note(self, columns: SumColumns, index: int) -> None:
        """Write the sums as they stand into a row."""
        columns.attempts[index] = self.attempts
        columns.correct[index] = self.correct
        columns.right[index] = self.right
        columns.wrong[index] = self.wrong
        columns.right_fast[index] = self.right_fast
        columns.wrong_fast[index] = self.wrong_fast
        columns.at[index] = self.at
