"""Converts the rows of a block of students to columns and back: what SQLite and PostgreSQL have in common.

Reading and writing rows is most of the cost of the nightly run, so statements go to the driver as text, bypassing SQLAlchemy's
layers for single rows. Each dialect has its own statements: `core.store.blocks.sqlite`, `core.store.blocks.postgresql`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from core.arrays import Bool, Int64
from core.records.learner_blocks import CellRows, EvidenceLog, FoldResult, LogRows, SumRows

SUMS = ("attempts", "correct", "right_slow", "wrong_slow", "right_fast", "wrong_fast", "last_at")
CELL_KEYS = ("organisation_id", "student_id", "point_id")
STATE_KEYS = ("organisation_id", "student_id")


@dataclass(frozen=True)
class FoldScope:
    """The students and the evidence that a fold takes in."""

    organisation_id: str
    student_ids: Sequence[str]
    upto: int
    """The greatest `seq` to be folded."""
    model: str
    """Version of the predictor: students whose sums were made with another version are folded from the beginning."""


@dataclass(frozen=True)
class States:
    """The rows of learner_state of some students."""

    student: Int64
    """Index into `FoldScope.student_ids` of each row."""
    watermark: Int64
    current: Bool
    """Whether the row was made with the scope's model."""
    sums: SumRows


class BlockRows(Protocol):
    """The statements of a dialect; `cursor` is the driver's own, inside a write transaction."""

    def cursor(self, connection: Any) -> Any:
        """The driver's cursor of a pooled connection."""
        ...

    def lock(self, cursor: Any, scope: FoldScope) -> None:
        """Wait until no other fold of the organisation is running, and keep others from starting until the transaction ends."""
        ...

    def students(self, cursor: Any, organisation_id: str, after: int, upto: int) -> list[str]:
        """Ids of the students with any evidence with after < seq <= upto."""
        ...

    def states(self, cursor: Any, scope: FoldScope) -> States: ...

    def log(self, cursor: Any, scope: FoldScope, point_indices: dict[str, int]) -> LogRows:
        """Evidence about known points above each student's watermark, or all of it where the model differs."""
        ...

    def log_between(self, cursor: Any, scope: FoldScope, after: int, point_indices: dict[str, int]) -> EvidenceLog:
        """All evidence of the scope's students about known points with after < seq <= upto, in one pass."""
        ...

    def existing(self, cursor: Any, seqs: Int64) -> Bool:
        """Which of the pieces of evidence still exist [shape=(len(seqs),)]; a student who was erased has none."""
        ...

    def cells(self, cursor: Any, scope: FoldScope, students: Int64, point_indices: dict[str, int]) -> CellRows:
        """Stored sums of the students with these indices into the scope's students."""
        ...

    def write_cells(self, cursor: Any, scope: FoldScope, cells: CellRows, point_ids: Sequence[str]) -> None: ...

    def write_states(self, cursor: Any, scope: FoldScope, folded: FoldResult, watermark: Int64, at: int) -> None: ...


def upsert_tail(keys: Sequence[str], columns: Sequence[str]) -> str:
    """ON CONFLICT ... DO UPDATE of all columns; the same text in both dialects."""
    changed = ", ".join(f"{name} = excluded.{name}" for name in columns)
    return f"ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {changed}"


def transpose(rows: Sequence[tuple[Any, ...]], width: int) -> list[tuple[Any, ...]]:
    """The columns of rows; `width` empty columns when there are no rows."""
    return list(zip(*rows, strict=True)) if rows else [() for _ in range(width)]


def integer_column(values: Sequence[int]) -> Int64:
    """An array of integers."""
    return np.array(values, dtype=np.int64)


def sum_rows(columns: Sequence[Sequence[float]]) -> SumRows:
    """Sums in rows, from the seven columns of SUMS."""
    amounts = np.array(columns[:6], dtype=np.float64).T.reshape(-1, 6)
    return SumRows(amounts, integer_column(columns[6]))  # type: ignore[arg-type]
