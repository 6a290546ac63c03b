"""A block of students on SQLite."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.arrays import Bool, Int64
from core.records.learner_blocks import CellRows, EvidenceLog, FoldResult, LogRows, SumRows
from core.store.blocks.rows import (
    CELL_KEYS,
    STATE_KEYS,
    SUMS,
    FoldScope,
    States,
    integer_column,
    sum_rows,
    transpose,
    upsert_tail,
)  # fmt: skip

STATES = f"""
SELECT j.key, s.watermark, s.model = ?3, {", ".join(f"s.{name}" for name in SUMS)}
FROM json_each(?2) j CROSS JOIN learner_state s ON s.organisation_id = ?1 AND s.student_id = j.value"""
LOG = """
SELECT j.key, e.target, e.outcome, e.weight, e.occurred_at, e.seq > coalesce(s.watermark, 0)
FROM json_each(?2) j
LEFT JOIN learner_state s ON s.organisation_id = ?1 AND s.student_id = j.value
CROSS JOIN evidence e ON e.organisation_id = ?1 AND e.student_id = j.value
  AND e.seq > CASE WHEN s.model = ?3 THEN s.watermark ELSE 0 END AND e.seq <= max(?4, coalesce(s.watermark, 0))
WHERE e.target_kind = 'point'"""
STUDENTS = """
SELECT DISTINCT student_id FROM evidence INDEXED BY ix_evidence_log
WHERE organisation_id = ? AND seq > ? AND seq <= ?"""
"""Without the hint SQLite uses the index by student, which saves sorting but makes it read the whole log of all years."""
LOG_BETWEEN = """
SELECT student_id, seq, target, outcome, weight, occurred_at FROM evidence NOT INDEXED
WHERE seq > ?2 AND seq <= ?3 AND organisation_id = ?1 AND target_kind = 'point'"""
COUNT_EXISTING = "SELECT count(*) FROM json_each(?) j CROSS JOIN evidence e ON e.seq = j.value"
EXISTING = COUNT_EXISTING.replace("count(*)", "j.key")
FETCH_SIZE = 2_000
"""Rows fetched at once before they are turned into columns: so few Python objects stay in the processor's cache."""
CELLS = f"""
SELECT j.key, p.point_id, {", ".join(f"p.{name}" for name in SUMS)}
FROM json_each(?2) j CROSS JOIN point_mastery p ON p.organisation_id = ?1 AND p.student_id = j.value"""
WRITE_CELLS = (
    f"INSERT INTO point_mastery ({', '.join((*CELL_KEYS, *SUMS))}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
    + upsert_tail(CELL_KEYS, SUMS)
)
STATE_COLUMNS = ("watermark", "model", *SUMS, "vector", "updated_at")
WRITE_STATES = (
    f"INSERT INTO learner_state ({', '.join((*STATE_KEYS, *STATE_COLUMNS))}) "
    f"VALUES ({', '.join('?' * (len(STATE_KEYS) + len(STATE_COLUMNS)))}) " + upsert_tail(STATE_KEYS, STATE_COLUMNS)
)


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause Python's cycle collector: rows are tuples of numbers and texts, and traversing hundreds of thousands of them again and
    again took half of the time of reading."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class IndexOf(dict[str, int]):
    """Index of each name, -1 for unknown names; a dict, so that known names are looked up in C."""

    def __missing__(self, name: str) -> int:
        return -1


class SqliteBlockRows:
    """`core.store.blocks.rows.BlockRows` over the sqlite3 module."""

    def cursor(self, connection: Any) -> Any:
        """See `BlockRows.cursor`."""
        return connection.cursor()

    def lock(self, cursor: Any, scope: FoldScope) -> None:
        """Nothing to do: SQLite allows only one write transaction at a time."""

    def students(self, cursor: Any, organisation_id: str, after: int, upto: int) -> list[str]:
        """See `BlockRows.students`."""
        with gc_paused():
            return [row[0] for row in cursor.execute(STUDENTS, (organisation_id, after, upto)).fetchall()]

    def states(self, cursor: Any, scope: FoldScope) -> States:
        """See `BlockRows.states`."""
        rows = cursor.execute(STATES, (scope.organisation_id, _json(scope.student_ids), scope.model)).fetchall()
        columns = transpose(rows, 10)
        return States(
            integer_column(columns[0]),
            integer_column(columns[1]),
            np.array(columns[2], dtype=np.bool_),
            sum_rows(columns[3:]),
        )

    def log(self, cursor: Any, scope: FoldScope, point_indices: dict[str, int]) -> LogRows:
        """See `BlockRows.log`."""
        parameters = (scope.organisation_id, _json(scope.student_ids), scope.model, scope.upto)
        with gc_paused():
            columns = transpose(cursor.execute(LOG, parameters).fetchall(), 6)
        point = indices_of(columns[1], IndexOf(point_indices))
        known = point >= 0
        return LogRows(
            integer_column(columns[0])[known],
            point[known],
            np.array(columns[2], dtype=np.float64)[known],
            np.array(columns[3], dtype=np.float64)[known],
            integer_column(columns[4])[known],
            np.array(columns[5], dtype=np.bool_)[known],
        )

    def log_between(self, cursor: Any, scope: FoldScope, after: int, point_indices: dict[str, int]) -> EvidenceLog:
        """See `BlockRows.log_between`."""
        student_indices = IndexOf((student_id, index) for index, student_id in enumerate(scope.student_ids))
        points, batches = IndexOf(point_indices), []
        with gc_paused():
            cursor.execute(LOG_BETWEEN, (scope.organisation_id, after, scope.upto))
            while rows := cursor.fetchmany(FETCH_SIZE):
                batches.append(_log_columns(rows, student_indices, points))
        batches = batches or [_log_columns([], student_indices, points)]
        student, *columns = (np.concatenate(column) for column in zip(*batches, strict=True))
        return EvidenceLog.by_student(scope.student_ids, student, *columns)

    def existing(self, cursor: Any, seqs: Int64) -> Bool:
        """See `BlockRows.existing`."""
        seqs_json = json.dumps(seqs.tolist())
        if cursor.execute(COUNT_EXISTING, (seqs_json,)).fetchone()[0] == len(seqs):
            return np.ones(len(seqs), dtype=np.bool_)
        exists = np.zeros(len(seqs), dtype=np.bool_)
        exists[[row[0] for row in cursor.execute(EXISTING, (seqs_json,))]] = True
        return exists

    def cells(self, cursor: Any, scope: FoldScope, students: Int64, point_indices: dict[str, int]) -> CellRows:
        """See `BlockRows.cells`."""
        student_ids = [scope.student_ids[index] for index in students.tolist()]
        with gc_paused():
            columns = transpose(cursor.execute(CELLS, (scope.organisation_id, _json(student_ids))).fetchall(), 9)
        point, sums = indices_of(columns[1], IndexOf(point_indices)), sum_rows(columns[2:])
        known = point >= 0
        student = students[integer_column(columns[0])[known]]
        return CellRows(student, point[known], SumRows(sums.amounts[known], sums.last_at[known]))

    def write_cells(self, cursor: Any, scope: FoldScope, cells: CellRows, point_ids: Sequence[str]) -> None:
        """See `BlockRows.write_cells`."""
        students = [scope.student_ids[index] for index in cells.student.tolist()]
        points = [point_ids[index] for index in cells.point.tolist()]
        rows = zip([scope.organisation_id] * len(cells), students, points, *_columns(cells.sums), strict=True)
        cursor.executemany(WRITE_CELLS, rows)

    def write_states(self, cursor: Any, scope: FoldScope, folded: FoldResult, watermark: Int64, at: int) -> None:
        """See `BlockRows.write_states`."""
        count = len(folded.students)
        rows = zip(
            [scope.organisation_id] * count,
            [scope.student_ids[index] for index in folded.students.tolist()],
            watermark.tolist(),
            [scope.model] * count,
            *_columns(folded.wholes),
            folded.vectors,
            [at] * count,
            strict=True,
        )
        cursor.executemany(WRITE_STATES, rows)


def _log_columns(
    rows: Sequence[tuple[Any, ...]], student_indices: IndexOf, point_indices: IndexOf
) -> tuple[NDArray[Any], ...]:
    student_ids, seq, target, outcome, weight, occurred_at = transpose(rows, 6)
    columns = (
        indices_of(student_ids, student_indices),
        integer_column(seq),
        indices_of(target, point_indices),
        np.array(outcome, dtype=np.float64),
        np.array(weight, dtype=np.float64),
        integer_column(occurred_at),
    )
    known = (columns[0] >= 0) & (columns[2] >= 0)
    return columns if known.all() else tuple(column[known] for column in columns)


def indices_of(names: Sequence[str], index_of: IndexOf) -> Int64:
    """The index of each name; -1 for unknown names."""
    return np.fromiter(map(index_of.__getitem__, names), dtype=np.int64, count=len(names))


def _json(values: Sequence[str]) -> str:
    return json.dumps(list(values), ensure_ascii=False)


def _columns(sums: SumRows) -> list[list[Any]]:
    counts = sums.amounts[:, :2].astype(np.int64).T.tolist()
    return [*counts, *sums.amounts[:, 2:].T.tolist(), sums.last_at.tolist()]
