"""Data files as checked rows: the first bad row stops the load with file, line, field and value."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, ValidationError

from core.errors import CorruptTable

Row = TypeVar("Row", bound=BaseModel)


def _compiles(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        raise ValueError(f"is no pattern: {error}") from error
    return pattern


_FIELD_SETS: dict[frozenset[str], set[str]] = {}
"""Sets of the fields that were set, shared by the rows that have the same; rows are frozen, so no set changes."""

Pattern = Annotated[str, AfterValidator(_compiles)]
"""A regular expression; any other cell is rejected."""


def csv_rows(path: Path, model: type[Row]) -> list[Row]:
    """Rows of a CSV with a header line; cells are text that the model turns into its types.

    Raises
    ------
    CorruptTable
        On the first row that the model rejects.
    """
    with path.open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines)
        return [_checked(model, cells, path, line) for line, cells in enumerate(reader, start=2)]


def jsonl_rows(path: Path, model: type[Row]) -> list[Row]:
    """Rows of a JSON Lines file. Raises `CorruptTable` on the first that the model rejects."""
    return [_checked(model, cells, path, line) for line, cells in _json_lines(path)]


def _json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                try:
                    yield number, json.loads(line)
                except json.JSONDecodeError as error:
                    raise CorruptTable(path.name, number, "line", line[:60], "is not JSON") from error


def _checked(model: type[Row], cells: Any, path: Path, line: int) -> Row:
    try:
        row = model.model_validate(cells, strict=False)
    except ValidationError as error:
        first_error = error.errors()[0]
        field = ".".join(map(str, first_error["loc"])) or "row"
        raise CorruptTable(path.name, line, field, first_error["input"], first_error["msg"]) from error
    # Nearly all rows set the same fields: sharing one set takes a quarter off the memory of a table.
    fields = frozenset(row.model_fields_set)
    object.__setattr__(row, "__pydantic_fields_set__", _FIELD_SETS.setdefault(fields, set(fields)))
    return row


def must_be_unique(path: Path, field: str, values: list[str], *, first_line: int) -> None:
    """Raises `CorruptTable` at the first value that stands twice."""
    seen: set[str] = set()
    for line, value in enumerate(values, start=first_line):
        if value in seen:
            raise CorruptTable(path.name, line, field, value, "stands twice")
        seen.add(value)
