"""A block of students on PostgreSQL: columns travel as binary arrays that numpy encodes and decodes, one statement for each block.

psycopg would turn each number of an array into text or bytes one by one, which costs several times what the server does
with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from psycopg.adapt import Buffer, Dumper, PyFormat
from psycopg.pq import Format

from core.arrays import Bool, Int64
from core.records.learner_blocks import CellRows, EvidenceLog, FoldResult, LogRows, SumRows
from core.store.blocks.rows import (
    CELL_KEYS,
    STATE_KEYS,
    SUMS,
    FoldScope,
    States,
    upsert_tail,
)  # fmt: skip

FOLD_LOCK_NUMBER = 853_573
"""First half of the number of the advisory lock that lets one fold of an organisation run at a time."""
LOCK = "SELECT pg_advisory_xact_lock(%s, hashtext(%s))"
HEADER = np.dtype([("dimensions", ">i4"), ("nulls", ">i4"), ("type", ">u4"), ("length", ">i4"), ("first", ">i4")])
"""Header of a one-dimensional array in PostgreSQL's binary format (src/backend/utils/adt/arrayfuncs.c, array_send)."""
TYPES: dict[str, tuple[int, int, str]] = {"i": (20, 1016, ">i8"), "f": (701, 1022, ">f8")}
"""By numpy kind: OID of the element type (int8, float8), OID of the array type, numpy format of an element."""


class ArrayDumper(Dumper):
    """Passes a numpy column of integers or floats as a binary array parameter."""

    format = Format.BINARY

    def get_key(self, obj: Any, format: PyFormat) -> Any:  # noqa: ARG002
        """One dumper for each kind of number, since they differ in the type that they announce."""
        return (self.cls, obj.dtype.kind)

    def upgrade(self, obj: Any, format: PyFormat) -> ArrayDumper:  # noqa: ARG002
        """See `psycopg.abc.Dumper.upgrade`."""
        dumper = ArrayDumper(self.cls)
        dumper.oid = TYPES[obj.dtype.kind][1]
        return dumper

    def dump(self, obj: Any) -> Buffer:
        """The header, then length and big-endian value of each element."""
        element, _, element_format = TYPES[obj.dtype.kind]
        header = np.array((1, 0, element, len(obj), 1), dtype=HEADER)
        body = np.empty(len(obj), dtype=[("bytes", ">i4"), ("value", element_format)])
        body["bytes"], body["value"] = 8, obj
        return header.tobytes() + body.tobytes()


def column(array: bytes | None, element_format: str) -> NDArray[Any]:
    """The numbers in a binary array of 8-byte elements without nulls; an empty array for NULL."""
    if not array or len(array) <= HEADER.itemsize:
        return np.zeros(0, dtype=np.dtype(element_format).newbyteorder("="))
    body = np.frombuffer(array, dtype=[("bytes", ">i4"), ("value", element_format)], offset=HEADER.itemsize)
    return body["value"].astype(np.dtype(element_format).newbyteorder("="))


SQL_TYPES = {name: "int8" if name == "last_at" else "float8" for name in SUMS}
AGGREGATED = ", ".join(f"array_agg(s.{name}::{kind})" for name, kind in SQL_TYPES.items())
OF_STUDENTS = "unnest(%(students)s::text[]) WITH ORDINALITY j (student_id, place)"
OF_POINTS = "unnest(%(points)s::text[]) WITH ORDINALITY p (point_id, place)"
STATES = f"""
SELECT array_agg(j.place - 1), array_agg(s.watermark), array_agg((s.model = %(model)s)::int::int8), {AGGREGATED}
FROM {OF_STUDENTS} JOIN learner_state s ON s.organisation_id = %(organisation)s AND s.student_id = j.student_id"""
LOG = f"""
SELECT array_agg(j.place - 1 ORDER BY e.seq), array_agg(p.place - 1 ORDER BY e.seq), array_agg(e.outcome ORDER BY e.seq),
  array_agg(e.weight ORDER BY e.seq), array_agg(e.occurred_at ORDER BY e.seq),
  array_agg((e.seq > coalesce(s.watermark, 0))::int::int8 ORDER BY e.seq)
FROM {OF_STUDENTS}
LEFT JOIN learner_state s ON s.organisation_id = %(organisation)s AND s.student_id = j.student_id
JOIN evidence e ON e.organisation_id = %(organisation)s AND e.student_id = j.student_id
  AND e.seq > CASE WHEN s.model = %(model)s THEN s.watermark ELSE 0 END
  AND e.seq <= greatest(%(upto)s, coalesce(s.watermark, 0))
JOIN {OF_POINTS} ON p.point_id = e.target
WHERE e.target_kind = 'point'"""
STUDENTS = "SELECT array_agg(DISTINCT student_id) FROM evidence WHERE organisation_id = %s AND seq > %s AND seq <= %s"
LOG_BETWEEN = f"""
SELECT array_agg(j.place - 1), array_agg(e.seq), array_agg(p.place - 1), array_agg(e.outcome), array_agg(e.weight),
  array_agg(e.occurred_at)
FROM evidence e
JOIN {OF_STUDENTS} ON j.student_id = e.student_id
JOIN {OF_POINTS} ON p.point_id = e.target
WHERE e.organisation_id = %(organisation)s AND e.seq > %(after)s AND e.seq <= %(upto)s AND e.target_kind = 'point'"""
EXISTING = """
SELECT array_agg(j.place - 1) FROM unnest(%(seqs)b::int8[]) WITH ORDINALITY j (seq, place) JOIN evidence e USING (seq)"""
CELLS = f"""
SELECT array_agg(j.place - 1), array_agg(p.place - 1), {AGGREGATED}
FROM {OF_STUDENTS}
JOIN point_mastery s ON s.organisation_id = %(organisation)s AND s.student_id = j.student_id
JOIN {OF_POINTS} ON p.point_id = s.point_id"""
SUM_ARRAYS = ", ".join(f"%({name})b::{kind}[]" for name, kind in SQL_TYPES.items())
STATE_COLUMNS = ("watermark", "model", *SUMS, "vector", "updated_at")
VALUES = ", ".join(f"r.{name}" for name in SUMS)
WRITE_CELLS = f"""
INSERT INTO point_mastery ({", ".join((*CELL_KEYS, *SUMS))})
SELECT %(organisation)s, j.student_id, p.point_id, {VALUES}
FROM unnest(%(student)b::int8[], %(point)b::int8[], {SUM_ARRAYS}) r (student, point, {", ".join(SUMS)})
JOIN {OF_STUDENTS} ON j.place = r.student + 1 JOIN {OF_POINTS} ON p.place = r.point + 1
{upsert_tail(CELL_KEYS, SUMS)}"""
WRITE_STATES = f"""
INSERT INTO learner_state ({", ".join((*STATE_KEYS, *STATE_COLUMNS))})
SELECT %(organisation)s, j.student_id, r.watermark, %(model)s, {VALUES}, r.vector, %(at)s
FROM unnest(%(student)b::int8[], %(watermark)b::int8[], %(vectors)b::bytea[], {SUM_ARRAYS})
  r (student, watermark, vector, {", ".join(SUMS)})
JOIN {OF_STUDENTS} ON j.place = r.student + 1
{upsert_tail(STATE_KEYS, STATE_COLUMNS)}"""


class PostgresqlBlockRows:
    """`core.store.blocks.rows.BlockRows` over psycopg 3."""

    def cursor(self, connection: Any) -> Any:
        """See `BlockRows.cursor`."""
        cursor = connection.driver_connection.cursor(binary=True)
        cursor.adapters.register_dumper(np.ndarray, ArrayDumper)
        return cursor

    def lock(self, cursor: Any, scope: FoldScope) -> None:
        """See `BlockRows.lock`."""
        cursor.execute(LOCK, (FOLD_LOCK_NUMBER, scope.organisation_id))

    def students(self, cursor: Any, organisation_id: str, after: int, upto: int) -> list[str]:
        """See `BlockRows.students`."""
        (student_ids,) = cursor.execute(STUDENTS, (organisation_id, after, upto)).fetchone()
        return list(student_ids or ())

    def states(self, cursor: Any, scope: FoldScope) -> States:
        """See `BlockRows.states`."""
        student, watermark, current, *sums = _columns(
            cursor.execute(STATES, _scope_parameters(scope)), "iii" + SUM_KINDS
        )
        return States(student, watermark, current.astype(np.bool_), _sums(sums))

    def log(self, cursor: Any, scope: FoldScope, point_indices: dict[str, int]) -> LogRows:
        """See `BlockRows.log`."""
        result = cursor.execute(LOG, {**_scope_parameters(scope), "points": list(point_indices)})
        student, point, outcome, weight, occurred_at, new = _columns(result, "iiffii")
        return LogRows(student, point, outcome, weight, occurred_at, new.astype(np.bool_))

    def log_between(self, cursor: Any, scope: FoldScope, after: int, point_indices: dict[str, int]) -> EvidenceLog:
        """See `BlockRows.log_between`."""
        result = cursor.execute(
            LOG_BETWEEN, {**_scope_parameters(scope), "points": list(point_indices), "after": after}
        )
        return EvidenceLog.by_student(scope.student_ids, *_columns(result, "iiiffi"))

    def existing(self, cursor: Any, seqs: Int64) -> Bool:
        """See `BlockRows.existing`."""
        (indices,) = _columns(cursor.execute(EXISTING, {"seqs": seqs}), "i")
        exists = np.zeros(len(seqs), dtype=np.bool_)
        exists[indices] = True
        return exists

    def cells(self, cursor: Any, scope: FoldScope, students: Int64, point_indices: dict[str, int]) -> CellRows:
        """See `BlockRows.cells`."""
        student_ids = [scope.student_ids[index] for index in students.tolist()]
        result = cursor.execute(
            CELLS, {**_scope_parameters(scope), "students": student_ids, "points": list(point_indices)}
        )
        student, point, *sums = _columns(result, "ii" + SUM_KINDS)
        return CellRows(students[student], point, _sums(sums))

    def write_cells(self, cursor: Any, scope: FoldScope, cells: CellRows, point_ids: Sequence[str]) -> None:
        """See `BlockRows.write_cells`."""
        rows = {"student": cells.student, "point": cells.point, **_arrays(cells.sums)}
        cursor.execute(WRITE_CELLS, {**_scope_parameters(scope), "points": list(point_ids), **rows})

    def write_states(self, cursor: Any, scope: FoldScope, folded: FoldResult, watermark: Int64, at: int) -> None:
        """See `BlockRows.write_states`."""
        rows = {"student": folded.students, "watermark": watermark, "vectors": list(folded.vectors)}
        cursor.execute(WRITE_STATES, {**_scope_parameters(scope), **rows, **_arrays(folded.wholes), "at": at})


SUM_KINDS = "ffffffi"


def _scope_parameters(scope: FoldScope) -> dict[str, Any]:
    return {
        "organisation": scope.organisation_id,
        "students": list(scope.student_ids),
        "model": scope.model,
        "upto": scope.upto,
    }


def _arrays(sums: SumRows) -> dict[str, Any]:
    amounts = np.ascontiguousarray(sums.amounts.T)
    return dict(zip(SUMS, (*amounts, sums.last_at), strict=True))


def _columns(cursor: Any, kinds: str) -> list[NDArray[Any]]:
    """The arrays in a result of one row, without psycopg turning them into lists; `kinds` are keys of TYPES."""
    result = cursor.pgresult
    return [column(result.get_value(0, index), TYPES[kind][2]) for index, kind in enumerate(kinds)]


def _sums(columns: Sequence[NDArray[Any]]) -> SumRows:
    return SumRows(np.stack(columns[:6], axis=1), columns[6])
