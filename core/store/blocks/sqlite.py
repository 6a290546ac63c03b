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
from core.records.learner_blocks import CellRows, Folded, Log, LogRows, SumRows
from core.store.blocks.rows import (
    CELL_KEYS,
    STATE_KEYS,
    SUMS,
    Span,
    States,
    sum_rows,
    transposed,
    upsert_tail,
    whole_numbers,
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
"""Without the hint SQLite takes the index by student, which saves it sorting, and reads the whole log of years."""
STRETCH = """
SELECT student_id, seq, target, outcome, weight, occurred_at FROM evidence NOT INDEXED
WHERE seq > ?2 AND seq <= ?3 AND organisation_id = ?1 AND target_kind = 'point'"""
COUNT_THERE = "SELECT count(*) FROM json_each(?) j CROSS JOIN evidence e ON e.seq = j.value"
THERE = COUNT_THERE.replace("count(*)", "j.key")
FETCHED = 2_000
"""Rows of Python objects at once, before they become columns: so few stay in the processor's cache."""
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
def uncollected() -> Iterator[None]:
    """Without the cycle collector: rows are tuples of numbers and texts, and looking through hundreds of thousands of
    them again and again took half of the reading."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class Places(dict[str, int]):
    """Places of names; -1 for unknown ones, found without leaving C."""

    def __missing__(self, name: str) -> int:
        return -1


class SqliteBlockRows:
    """`core.store.blocks.rows.BlockRows` over the sqlite3 module."""

    def cursor(self, connection: Any) -> Any:
        """See `BlockRows.cursor`."""
        return connection.cursor()

    def lock(self, cursor: Any, span: Span) -> None:
        """Nothing to do: a write transaction of SQLite is alone."""

    def students(self, cursor: Any, organisation_id: str, after: int, upto: int) -> list[str]:
        """See `BlockRows.students`."""
        with uncollected():
            return [row[0] for row in cursor.execute(STUDENTS, (organisation_id, after, upto)).fetchall()]

    def states(self, cursor: Any, span: Span) -> States:
        """See `BlockRows.states`."""
        rows = cursor.execute(STATES, (span.organisation_id, _json(span.student_ids), span.model)).fetchall()
        columns = transposed(rows, 10)
        return States(
            whole_numbers(columns[0]),
            whole_numbers(columns[1]),
            np.array(columns[2], dtype=np.bool_),
            sum_rows(columns[3:]),
        )

    def log(self, cursor: Any, span: Span, places: dict[str, int]) -> LogRows:
        """See `BlockRows.log`."""
        named = (span.organisation_id, _json(span.student_ids), span.model, span.upto)
        with uncollected():
            columns = transposed(cursor.execute(LOG, named).fetchall(), 6)
        point = placed(columns[1], Places(places))
        known = point >= 0
        return LogRows(
            whole_numbers(columns[0])[known],
            point[known],
            np.array(columns[2], dtype=np.float64)[known],
            np.array(columns[3], dtype=np.float64)[known],
            whole_numbers(columns[4])[known],
            np.array(columns[5], dtype=np.bool_)[known],
        )

    def stretch(self, cursor: Any, span: Span, after: int, places: dict[str, int]) -> Log:
        """See `BlockRows.stretch`."""
        students = Places((student_id, place) for place, student_id in enumerate(span.student_ids))
        points, parts = Places(places), []
        with uncollected():
            cursor.execute(STRETCH, (span.organisation_id, after, span.upto))
            while rows := cursor.fetchmany(FETCHED):
                parts.append(_log_columns(rows, students, points))
        parts = parts or [_log_columns([], students, points)]
        student, *columns = (np.concatenate(column) for column in zip(*parts, strict=True))
        return Log.by_student(span.student_ids, student, *columns)

    def there(self, cursor: Any, seqs: Int64) -> Bool:
        """See `BlockRows.there`."""
        named = json.dumps(seqs.tolist())
        if cursor.execute(COUNT_THERE, (named,)).fetchone()[0] == len(seqs):
            return np.ones(len(seqs), dtype=np.bool_)
        found = np.zeros(len(seqs), dtype=np.bool_)
        found[[row[0] for row in cursor.execute(THERE, (named,))]] = True
        return found

    def cells(self, cursor: Any, span: Span, students: Int64, places: dict[str, int]) -> CellRows:
        """See `BlockRows.cells`."""
        wanted = [span.student_ids[place] for place in students.tolist()]
        with uncollected():
            columns = transposed(cursor.execute(CELLS, (span.organisation_id, _json(wanted))).fetchall(), 9)
        point, sums = placed(columns[1], Places(places)), sum_rows(columns[2:])
        known = point >= 0
        student = students[whole_numbers(columns[0])[known]]
        return CellRows(student, point[known], SumRows(sums.amounts[known], sums.at[known]))

    def write_cells(self, cursor: Any, span: Span, cells: CellRows, point_ids: Sequence[str]) -> None:
        """See `BlockRows.write_cells`."""
        students = [span.student_ids[place] for place in cells.student.tolist()]
        points = [point_ids[place] for place in cells.point.tolist()]
        rows = zip([span.organisation_id] * len(cells), students, points, *_columns(cells.sums), strict=True)
        cursor.executemany(WRITE_CELLS, rows)

    def write_states(self, cursor: Any, span: Span, folded: Folded, watermark: Int64, at: int) -> None:
        """See `BlockRows.write_states`."""
        count = len(folded.students)
        rows = zip(
            [span.organisation_id] * count,
            [span.student_ids[place] for place in folded.students.tolist()],
            watermark.tolist(),
            [span.model] * count,
            *_columns(folded.wholes),
            folded.vectors,
            [at] * count,
            strict=True,
        )
        cursor.executemany(WRITE_STATES, rows)


def _log_columns(rows: Sequence[tuple[Any, ...]], students: Places, places: Places) -> tuple[NDArray[Any], ...]:
    student_ids, seq, target, outcome, weight, occurred_at = transposed(rows, 6)
    columns = (
        placed(student_ids, students),
        whole_numbers(seq),
        placed(target, places),
        np.array(outcome, dtype=np.float64),
        np.array(weight, dtype=np.float64),
        whole_numbers(occurred_at),
    )
    known = (columns[0] >= 0) & (columns[2] >= 0)
    return columns if known.all() else tuple(column[known] for column in columns)


def placed(names: Sequence[str], places: Places) -> Int64:
    """The place of each name."""
    return np.fromiter(map(places.__getitem__, names), dtype=np.int64, count=len(names))


def _json(values: Sequence[str]) -> str:
    return json.dumps(list(values), ensure_ascii=False)


def _columns(sums: SumRows) -> list[list[Any]]:
    counts = sums.amounts[:, :2].astype(np.int64).T.tolist()
    return [*counts, *sums.amounts[:, 2:].T.tolist(), sums.at.tolist()]
