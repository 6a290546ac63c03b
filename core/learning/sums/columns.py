"""`core.records.learner.Sums` of many things at once, a column a field: what the predictor and mastery compute on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta

import numpy as np

from core.arrays import Float64, Int64, Positions
from core.records.learner import Sums

DAY = 86_400_000_000
"""Microseconds."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


def micros_of(moment: datetime) -> int:
    """Microseconds since 1970, as the store keeps times.

    >>> micros_of(datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC))
    1000000
    """
    return (moment - EPOCH) // MICROSECOND


@dataclass(frozen=True)
class SumColumns:
    """Sums in rows; every array has the same length. A row without evidence is all zeros, with any `at`."""

    attempts: Float64
    correct: Float64
    right: Float64
    wrong: Float64
    right_fast: Float64
    wrong_fast: Float64
    at: Int64
    """Microseconds since 1970."""

    def __len__(self) -> int:
        return len(self.at)

    @classmethod
    def of(cls, sums: Sequence[Sums | None]) -> SumColumns:
        """One row each; None is a row without evidence."""
        known_rows = [(index, row_sums) for index, row_sums in enumerate(sums) if row_sums is not None]
        columns = cls.nothing(len(sums))
        for index, row_sums in known_rows:
            columns.attempts[index] = row_sums.attempts
            columns.correct[index] = row_sums.correct
            columns.right[index] = row_sums.right
            columns.wrong[index] = row_sums.wrong
            columns.right_fast[index] = row_sums.right_fast
            columns.wrong_fast[index] = row_sums.wrong_fast
            columns.at[index] = micros_of(row_sums.last_at)
        return columns

    @classmethod
    def nothing(cls, rows: int) -> SumColumns:
        """Rows without evidence."""
        attempts, correct, right, wrong, right_fast, wrong_fast = np.zeros((6, rows))
        return cls(attempts, correct, right, wrong, right_fast, wrong_fast, np.zeros(rows, dtype=np.int64))

    def take(self, rows: Positions) -> SumColumns:
        """The rows with these indexes, in this order."""
        return SumColumns(*(getattr(self, field.name)[rows] for field in fields(self)))
