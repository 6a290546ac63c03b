"""Blocks of students on their way through the fold: what the store reads and what it writes back, as columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from core.arrays import Bool, Float64, Int64

AMOUNTS = ("attempts", "correct", "right", "wrong", "right_fast", "wrong_fast")
"""Columns of `SumRows.amounts`: the fields of `core.records.learner.Sums` but its last."""


@dataclass(frozen=True)
class SumRows:
    """Sums in rows."""

    amounts: Float64
    """[rows, 6] in the order of AMOUNTS."""
    at: Int64
    """[rows] microseconds since 1970, the latest occurrence; 0 in a row without evidence."""

    def __len__(self) -> int:
        return len(self.at)

    @classmethod
    def nothing(cls, rows: int) -> SumRows:
        """Rows without evidence."""
        return cls(np.zeros((rows, len(AMOUNTS))), np.zeros(rows, dtype=np.int64))


@dataclass(frozen=True)
class LogRows:
    """Evidence about points in rows, in any order."""

    student: Int64
    """Place in `Block.student_ids`."""
    point: Int64
    """Place among the points that the block was asked for."""
    outcome: Float64
    weight: Float64
    occurred_at: Int64
    """Microseconds since 1970."""
    new: Bool
    """False: it was in the student's sums before, and comes again because they are made anew."""

    def __len__(self) -> int:
        return len(self.student)


@dataclass(frozen=True)
class Log:
    """A stretch of an organisation's log, by student: evidence about points that the predictor knows."""

    student_ids: Sequence[str]
    """Everybody with any evidence in the stretch, in order."""
    first: Int64
    """[students + 1] where the rows of each student begin; those of the last end at the last entry."""
    seq: Int64
    point: Int64
    outcome: Float64
    weight: Float64
    occurred_at: Int64

    @classmethod
    def by_student(
        cls,
        student_ids: Sequence[str],
        student: Int64,
        seq: Int64,
        point: Int64,
        outcome: Float64,
        weight: Float64,
        occurred_at: Int64,
    ) -> Log:
        """From rows in any order; `student` is the place of each row's student."""
        order = np.argsort(student, kind="stable")
        first = np.searchsorted(student[order], np.arange(len(student_ids) + 1))
        return cls(student_ids, first, seq[order], point[order], outcome[order], weight[order], occurred_at[order])

    def part(self, begin: int, end: int) -> Log:
        """The students from `begin` to before `end`, and theirs."""
        first = self.first[begin : end + 1]
        rows = slice(int(first[0]), int(first[-1]))
        return Log(
            self.student_ids[begin:end],
            first - first[0],
            self.seq[rows],
            self.point[rows],
            self.outcome[rows],
            self.weight[rows],
            self.occurred_at[rows],
        )

    def above(self, watermark: Int64, there: Bool) -> LogRows:
        """The rows above each student's watermark, of students who are `there`."""
        student = np.repeat(np.arange(len(self.student_ids)), np.diff(self.first))
        wanted = np.flatnonzero((self.seq > watermark[student]) & there[student])
        return LogRows(
            student[wanted],
            self.point[wanted],
            self.outcome[wanted],
            self.weight[wanted],
            self.occurred_at[wanted],
            new=np.ones(len(wanted), dtype=np.bool_),
        )


@dataclass(frozen=True)
class CellRows:
    """Sums of (student, point) pairs, each pair at most once."""

    student: Int64
    point: Int64
    sums: SumRows

    def __len__(self) -> int:
        return len(self.student)


@dataclass(frozen=True)
class Block:
    """Some students as they stand, and the evidence that is not in their sums yet."""

    student_ids: Sequence[str]
    wholes: SumRows
    """One row a student; nothing for those who are folded from the beginning."""
    cells: CellRows
    """Pairs that stand already, of students who are not folded from the beginning."""
    log: LogRows


@dataclass(frozen=True)
class Folded:
    """What a fold changes."""

    students: Int64
    """Places in the block of the students with evidence in it."""
    wholes: SumRows
    """One row for each of `students`."""
    vectors: Sequence[bytes]
    """One for each of `students`; see `core.records.learner.Learner.vector`."""
    cells: CellRows
    """The pairs that changed."""
    new_students: int
    """Students with new evidence."""
    new_cells: int
    """Pairs with new evidence."""


Fold = Callable[[Block], Folded]


@dataclass(frozen=True)
class Counts:
    """What was taken in."""

    students: int = 0
    records: int = 0
    points_changed: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.students + other.students,
            self.records + other.records,
            self.points_changed + other.points_changed,
        )
