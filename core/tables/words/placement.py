"""The words of the placement test, by level 1-9."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from core.tables.reading import csv_rows, must_be_unique
from core.wire import Closed


class PlacementWord(Closed):
    """A word of the list with its level among nine: the standard has one band for 7-9, this table distinguishes them."""

    word_id: str = Field(min_length=1)
    level: int = Field(ge=1, le=9)


def placement_words(path: Path) -> list[PlacementWord]:
    """Rows in the order of the file. Raises `CorruptTable`."""
    rows = csv_rows(path, PlacementWord)
    must_be_unique(path, "word_id", [row.word_id for row in rows], first_line=2)
    return rows
