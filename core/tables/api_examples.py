"""Examples of the operations of the API, for its documents."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import Field

from core.tables.reading import jsonl_rows, must_be_unique
from core.wire import Closed


class ApiExample(Closed):
    """A call that was recorded and its answer, with long arrays cut short."""

    operation: str = Field(min_length=1)
    """The operationId."""
    parameters: dict[str, str] = Field(default_factory=dict)
    """Of path and query, by name."""
    request: Any = None
    """The body; None where there is none."""
    response: Any


def api_examples(path: Path) -> dict[str, ApiExample]:
    """By operationId. Raises `CorruptTable` on the first bad row."""
    rows = jsonl_rows(path, ApiExample)
    must_be_unique(path, "operation", [row.operation for row in rows], first_line=1)
    return {row.operation: row for row in rows}
