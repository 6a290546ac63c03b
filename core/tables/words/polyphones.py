"""Words with several readings, and the contexts that choose between them."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from pydantic import Field

from core.errors import CorruptTable
from core.tables.reading import Pattern, csv_rows
from core.wire import Closed


class Polyphone(Closed):
    """One reading of a word; of all rows of a word the first whose patterns match applies.

    `before` must end where the word begins and `after` begin where it ends; a pattern `/N|V` asks for the part of
    speech of the neighbouring word and `/=N` for one that has no other. A row without patterns is the usual reading.
    """

    word: str = Field(min_length=1)
    pinyin: str = Field(min_length=1)
    before: Pattern = ""
    after: Pattern = ""


def polyphones(path: Path) -> dict[str, tuple[Polyphone, ...]]:
    """Rows by word, in the order of the file. Raises `CorruptTable` where the rows of a word are scattered."""
    readings_of: dict[str, tuple[Polyphone, ...]] = {}
    line = 2
    for word, rows in groupby(csv_rows(path, Polyphone), key=lambda row: row.word):
        if word in readings_of:
            raise CorruptTable(path.name, line, "word", word, "stands in two places")
        readings_of[word] = tuple(rows)
        line += len(readings_of[word])
    return readings_of
