"""What the files of a student's export say about themselves, and how the values of a column are written."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from core.records.student_copies import CopyScope
from core.wire import Closed, Identifier

FORMAT = "wenlu-student"
FORMAT_VERSION = 1
Encoding = Literal["plain", "time", "json", "spaced-json", "base64", "file"]
"""`json` and `spaced-json`: a text that is JSON, written as the record that it is; without and with spaces in the database."""


class FileLine(Closed):
    """One file."""

    name: str
    sha256: str
    rows: int | None = None
    """None: no rows, a text or a sound."""
    table: str = ""
    columns: dict[str, Encoding] = Field(default_factory=dict)
    comes_back: bool = False


class Manifest(Closed):
    """The file `manifest.json`."""

    format: Literal["wenlu-student"]
    format_version: int
    schema_revision: str
    product_version: str
    made_at: str
    scope: CopyScope
    student_id: Identifier
    counts: dict[str, int]
    files: list[FileLine]
