"""Blocks of students on their way through the fold: what the store reads and what it writes back, as columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

AMOUNTS = ("attempts", "correct", "right", "wrong", "right_fast", "wrong_fast")
"""Columns of `SumRows.amounts`: the fields of `core.records.learner.Sums` but its last."""


@dataclass(frozen=True)
class SumRows:
    """Sums in rows."""

    amounts: Floats
    """[rows, 6] in the order of AMOUNTS."""
    at: Whole
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

    student: Whole
    """Place in `Block.student_ids`."""
    point: Whole
    """Place among the points that the block was asked for."""
    outcome: Floats
    weight: Floats
    occurred_at: Whole
    """Microseconds since 1970."""
    new: NDArray[np.bool_]
    """False: it was in the student's sums before, and comes again because they are made anew."""

    def __len__(self) -> int:
        return len(self.student)


@dataclass(frozen=True)
class Log:
    """A stretch of an organisation's log, by student: evidence about points that the predictor knows."""

    student_ids: Sequence[str]
    """Everybody with any evidence in the stretch, in order."""
    first: Whole
    """[students + 1] where the rows of each student begin; those of the last end at the last entry."""
    seq: Whole
    point: Whole
    outcome: Floats
    weight: Floats
    occurred_at: Whole

    @classmethod
    def by_student(
        cls,
        student_ids: Sequence[str],
        student: Whole,
        seq: Whole,
        point: Whole,
        outcome: Floats,
        weight: Floats,
        occurred_at: Whole,
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

    def above(self, watermark: Whole, there: NDArray[np.bool_]) -> LogRows:
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

    student: Whole
    point: Whole
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

    students: Whole
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
