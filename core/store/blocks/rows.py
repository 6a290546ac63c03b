"""Rows of a block to columns and back: what SQLite and PostgreSQL have in common.

Reading and writing rows is what the nightly run costs, so statements go to the driver as text, past SQLAlchemy's layers
for single rows. Each dialect has its own statements: `core.store.blocks.sqlite`, `core.store.blocks.postgresql`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from core.arrays import Bool, Int64
from core.records.learner_blocks import CellRows, Folded, Log, LogRows, SumRows

SUMS = ("attempts", "correct", "right_slow", "wrong_slow", "right_fast", "wrong_fast", "last_at")
CELL_KEYS = ("organisation_id", "student_id", "point_id")
STATE_KEYS = ("organisation_id", "student_id")


@dataclass(frozen=True)
class Span:
    """Which evidence of whom a fold takes in."""

    organisation_id: str
    student_ids: Sequence[str]
    upto: int
    """The greatest `seq`."""
    model: str
    """Version of the predictor: students whose sums were made with another are folded from the beginning."""


@dataclass(frozen=True)
class States:
    """The rows of learner_state of some students."""

    student: Int64
    """Place in `Span.student_ids` of each row."""
    watermark: Int64
    current: Bool
    """Made with the span's model."""
    sums: SumRows


class BlockRows(Protocol):
    """The statements of a dialect; `cursor` is the driver's own, inside a write transaction."""

    def cursor(self, connection: Any) -> Any:
        """The driver's cursor of a pooled connection."""
        ...

    def lock(self, cursor: Any, span: Span) -> None:
        """Wait until no other fold of the organisation is under way."""
        ...

    def students(self, cursor: Any, organisation_id: str, after: int, upto: int) -> list[str]:
        """Everybody with any evidence of after < seq <= upto."""
        ...

    def states(self, cursor: Any, span: Span) -> States: ...

    def log(self, cursor: Any, span: Span, places: dict[str, int]) -> LogRows:
        """Evidence about known points above each student's watermark, or all of it where the model differs."""
        ...

    def stretch(self, cursor: Any, span: Span, after: int, places: dict[str, int]) -> Log:
        """All evidence of the span's students about known points with after < seq <= upto, in one pass."""
        ...

    def there(self, cursor: Any, seqs: Int64) -> Bool:
        """Which pieces of evidence still stand; a student who was erased has none."""
        ...

    def cells(self, cursor: Any, span: Span, students: Int64, places: dict[str, int]) -> CellRows:
        """Standing sums of the students at these places."""
        ...

    def write_cells(self, cursor: Any, span: Span, cells: CellRows, point_ids: Sequence[str]) -> None: ...

    def write_states(self, cursor: Any, span: Span, folded: Folded, watermark: Int64, at: int) -> None: ...


def upsert_tail(keys: Sequence[str], columns: Sequence[str]) -> str:
    """ON CONFLICT ... DO UPDATE of all columns; the same text on both."""
    changed = ", ".join(f"{name} = excluded.{name}" for name in columns)
    return f"ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {changed}"


def transposed(rows: Sequence[tuple[Any, ...]], width: int) -> list[tuple[Any, ...]]:
    """Columns of rows; `width` empty ones when there are no rows."""
    return list(zip(*rows, strict=True)) if rows else [() for _ in range(width)]


def whole_numbers(values: Sequence[int]) -> Int64:
    """A column of whole numbers."""
    return np.array(values, dtype=np.int64)


def sum_rows(columns: Sequence[Sequence[float]]) -> SumRows:
    """The seven columns of SUMS as rows."""
    amounts = np.array(columns[:6], dtype=np.float64).T.reshape(-1, 6)
    return SumRows(amounts, whole_numbers(columns[6]))  # type: ignore[arg-type]
