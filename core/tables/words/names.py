"""Proper nouns in the project's texts, and phrases with a reading of their own."""

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

    @cached_property
    def people(self) -> tuple[str, ...]:
        """Names of people, as a whole: 李明."""
        return tuple(row.name for row in self.rows if row.kind == "person")


class PhraseReading(Closed):
    """A phrase with its pinyin, words apart."""

    phrase: str
    pinyin: str


def phrase_readings(path: Path) -> dict[str, str]:
    """Pinyin by phrase. Raises `CorruptTable` where a phrase stands twice."""
    rows = csv_rows(path, PhraseReading)
    must_be_unique(path, "phrase", [row.phrase for row in rows], first_line=2)
    return {row.phrase: row.pinyin for row in rows}
