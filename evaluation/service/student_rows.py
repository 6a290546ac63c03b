"""The rows about a student as they are compared before an erasure and after the import."""

from __future__ import annotations

from typing import Any

from core.records.student_copies import StudentCopy

MOVED = frozenset({"seq", "watermark", "ingested_at"})
"""Columns that say where in a database's log something stands."""


def rows_of(copy: StudentCopy) -> dict[str, list[dict[str, Any]]]:
    """The rows of each table that can be brought in again, without the columns that are another database's own."""
    return {
        table.name: [{name: value for name, value in row.items() if name not in MOVED} for row in table.rows]
        for table in copy.tables
        if table.comes_back
    }
