"""The rows of `statements/`: one statement of the contract each."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "statements"
COLUMNS = ("id", "source", "endpoint", "statement", "look", "check")
EVERYWHERE = "-"
"""In the column `endpoint`: the statement is about no endpoint, or about all."""


@dataclass(frozen=True)
class Row:
    """A statement with its check. `part` is the file that it stands in."""

    part: str
    id: str
    source: str
    endpoint: str
    statement: str
    look: str
    check: str

    @property
    def function(self) -> tuple[str, list[str]] | None:
        """Name and arguments of the function that checks it; None for a check in the language."""
        first, *rest = self.check.split()
        return (rest[0], rest[1:]) if first == "by" else None


@cache
def rows() -> tuple[Row, ...]:
    """All rows, in order. A line that begins with # is a heading."""
    return tuple(row for file in sorted(FOLDER.glob("*.tsv")) for row in _rows(file))


def _rows(file: Path) -> Iterator[Row]:
    with file.open(encoding="utf-8", newline="") as lines:
        kept = (line for line in lines if line.strip() and not line.startswith("#"))
        reader = csv.reader(kept, delimiter="\t", quoting=csv.QUOTE_NONE)
        assert tuple(next(reader)) == COLUMNS, f"{file.name}: the first line names the columns {COLUMNS}"
        for cells in reader:
            assert len(cells) == len(COLUMNS), f"{file.name}: {cells} has {len(cells)} columns"
            yield Row(file.stem, *cells)
