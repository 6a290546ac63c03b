"""Rows as lines of text and back, so that nothing is lost and damage is noticed at the row where it begins.

A line is eight hexadecimal digits, a blank and a JSON array with the row's values. The digits are the CRC-32 of the JSON, continued from the
line before: a row that was changed, left out, doubled or moved does not fit what stands before it.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from core.store.copies.shapes import ColumnKind, Shape

CHECK_DIGITS = 8


def _as_boolean(value: Any) -> Any:
    return None if value is None else bool(value)


def _as_number(value: Any) -> Any:
    # SQLite keeps no negative zero, so it is written as the zero that it equals.
    return None if value is None else float(value) + 0.0


def _as_base64(value: Any) -> Any:
    return None if value is None else base64.b64encode(value).decode("ascii")


def _as_bytes(value: Any) -> Any:
    return None if value is None else base64.b64decode(value, validate=True)


TO_JSON: dict[ColumnKind, Callable[[Any], Any]] = {
    "boolean": _as_boolean,
    "number": _as_number,
    "bytes": _as_base64,
}
FROM_JSON: dict[ColumnKind, Callable[[Any], Any]] = {"bytes": _as_bytes}


def lines_of(shape: Shape, rows: Iterator[Sequence[Any]]) -> Iterator[bytes]:
    """The rows of a table as lines, each with its line feed."""
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    converted = [(index, TO_JSON[kind]) for index, (_, kind) in enumerate(shape.columns) if kind in TO_JSON]
    check = 0
    for row in rows:
        values = list(row)
        for index, convert in converted:
            values[index] = convert(values[index])
        text = encode(values).encode()
        check = zlib.crc32(text, check)
        yield b"%08x %s\n" % (check, text)


def row_of(shape: Shape, line: bytes, check: int) -> tuple[list[Any], int]:
    """The row on a line, and the check of the line for the next one.

    `check` is that of the line before; 0 for the first. Raises `ValueError` for a line that does not fit.
    """
    text = line[CHECK_DIGITS + 1 : -1]
    check = zlib.crc32(text, check)
    if line != b"%08x %s\n" % (check, text):
        raise ValueError("its check does not fit")
    values = json.loads(text)
    if not isinstance(values, list) or len(values) != len(shape.columns):
        raise ValueError(f"it has not {len(shape.columns)} values")
    for index, (_, kind) in enumerate(shape.columns):
        if kind in FROM_JSON:
            values[index] = FROM_JSON[kind](values[index])
    return values, check
