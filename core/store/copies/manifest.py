"""What a backup says about itself: where and when it was made, and what each of its tables must hold."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from core.store.copies.shapes import ColumnKind
from core.wire import Closed

FORMAT: Literal["wenlu-backup"] = "wenlu-backup"
FORMAT_VERSION = 1
MANIFEST_MEMBER = "manifest.json"

Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class TableEntry(Closed):
    """One table: its columns in order, its rows, the SHA-256 of its lines, and the last number that its counter gave."""

    name: str
    columns: list[tuple[str, ColumnKind]]
    rows: Annotated[int, Field(ge=0)]
    sha256: Sha256
    last_number: int | None = None
    """Greater than the greatest number in the table where its last rows were deleted; None for a table without a counter."""

    @property
    def member(self) -> str:
        """The name of its lines in the archive."""
        return member_of(self.name)


class Manifest(Closed):
    """The head of a backup. It names nobody: it holds counts and checksums."""

    format: Literal["wenlu-backup"] = FORMAT
    format_version: int = FORMAT_VERSION
    product_version: str
    revision: str
    database: Literal["sqlite", "postgresql"]
    made_at: Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$")]
    """What was committed before that moment (UTC) is in the backup."""
    tables: list[TableEntry]

    @property
    def rows(self) -> int:
        """The rows of all tables."""
        return sum(entry.rows for entry in self.tables)


def member_of(table_name: str) -> str:
    """The name under which the lines of a table stand in the archive."""
    return f"tables/{table_name}.jsonl"
