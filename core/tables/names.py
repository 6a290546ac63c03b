"""Proper nouns in the project's texts: people, places, languages, festivals."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Literal

from core.tables.reading import csv_rows, must_be_unique
from core.wire import Closed


class Name(Closed):
    """A proper noun with its pinyin and English."""

    name: str
    pinyin: str
    kind: Literal["person", "surname", "place", "language", "festival"]
    en: str


class Names:
    """The names by their characters."""

    def __init__(self, path: Path) -> None:
        self.rows = csv_rows(path, Name)
        must_be_unique(path, "name", [row.name for row in self.rows], first_line=2)

    @cached_property
    def by_name(self) -> dict[str, Name]:
        """Names by their characters."""
        return {row.name: row for row in self.rows}
