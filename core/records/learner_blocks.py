"""Blocks of students for the fold: what the store reads and what it writes back, as columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from core.arrays import Bool, Float64, Int64

AMOUNTS = ("attempts", "correct", "right", "wrong", "right_fast", "wrong_fast")
"""Columns of `SumRows.amounts`: all fields of `core.records.learner.Sums` but the last."""


@dataclass(frozen=True)
class SumRows:
    """`core.records.learner.Sums` of several students or points, one in each row."""

    amounts: Float64
    """[rows, 6] in the order of AMOUNTS."""
    last_at: Int64
    """[rows] time of the latest evidence, microseconds since 1970; 0 in a row without evidence."""

    def __len__(self) -> int:
        return len(self.last_at)

    @classmethod
    def empty(cls, rows: int) -> SumRows:
        """Rows without evidence."""
        return cls(np.zeros((rows, len(AMOUNTS))), np.zeros(rows, dtype=np.int64))


@dataclass(frozen=True)
class LogRows:
    """Evidence about points in rows, in any order."""

    student: Int64
    """Index into `StudentBlock.student_ids`."""
    point: Int64
    """Index into the ids of the points that the block was read for."""
    outcome: Float64
    weight: Float64
    occurred_at: Int64
    """Microseconds since 1970."""
    new: Bool
    """False: the evidence was in the student's sums before, and is read again because they are folded from the beginning."""

    def __len__(self) -> int:
        return len(self.student)


@dataclass(frozen=True)
class EvidenceLog:
    """A part of an organisation's evidence log, grouped by student: evidence about points that the predictor knows."""

    student_ids: Sequence[str]
    """All students with any evidence in this part of the log, in order."""
    row_starts: Int64
    """[students + 1] index of each student's first row; the last entry is the number of rows."""
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
    ) -> EvidenceLog:
        """A log from rows in any order; `student` holds each row's index into `student_ids`."""
        order = np.argsort(student, kind="stable")
        row_starts = np.searchsorted(student[order], np.arange(len(student_ids) + 1))
        return cls(student_ids, row_starts, seq[order], point[order], outcome[order], weight[order], occurred_at[order])

    def student_slice(self, begin: int, end: int) -> EvidenceLog:
        """The rows of the students with indices from `begin` up to, but not including, `end`."""
        row_starts = self.row_starts[begin : end + 1]
        rows = slice(int(row_starts[0]), int(row_starts[-1]))
        return EvidenceLog(
            self.student_ids[begin:end],
            row_starts - row_starts[0],
            self.seq[rows],
            self.point[rows],
            self.outcome[rows],
            self.weight[rows],
            self.occurred_at[rows],
        )

    def above(self, watermark: Int64, existing: Bool) -> LogRows:
        """The rows above each student's watermark, of the students marked as existing; both arrays have shape (students,)."""
        student = np.repeat(np.arange(len(self.student_ids)), np.diff(self.row_starts))
        rows = np.flatnonzero((self.seq > watermark[student]) & existing[student])
        return LogRows(
            student[rows],
            self.point[rows],
            self.outcome[rows],
            self.weight[rows],
            self.occurred_at[rows],
            new=np.ones(len(rows), dtype=np.bool_),
        )


@dataclass(frozen=True)
class CellRows:
    """Sums of cells, that is of (student, point) pairs, each pair at most once."""

    student: Int64
    point: Int64
    sums: SumRows

    def __len__(self) -> int:
        return len(self.student)


@dataclass(frozen=True)
class StudentBlock:
    """The present sums of some students, and the evidence that is not in them yet."""

    student_ids: Sequence[str]
    wholes: SumRows
    """Sums of each student as a whole, one row for each; empty for students who are folded from the beginning."""
    cells: CellRows
    """Stored sums of (student, point) pairs, of students who are not folded from the beginning."""
    log: LogRows


@dataclass(frozen=True)
class FoldResult:
    """The rows that a fold changes."""

    students: Int64
    """Indices into `StudentBlock.student_ids` of the students with evidence in the block."""
    wholes: SumRows
    """Sums of each student as a whole, one row for each of `students`."""
    vectors: Sequence[bytes]
    """One for each of `students`; see `core.records.learner.Learner.vector`."""
    cells: CellRows
    """The (student, point) pairs that changed."""
    new_students: int
    """Students with new evidence."""
    new_cells: int
    """Pairs with new evidence."""


Fold = Callable[[StudentBlock], FoldResult]


@dataclass(frozen=True)
class FoldCounts:
    """How much a run folded in."""

    students: int = 0
    records: int = 0
    points_changed: int = 0

    def __add__(self, other: FoldCounts) -> FoldCounts:
        return FoldCounts(
            self.students + other.students,
            self.records + other.records,
            self.points_changed + other.points_changed,
        )
