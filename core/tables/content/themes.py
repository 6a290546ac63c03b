"""The published list of themes: every sentence and text of the content bears one, and questions can be asked for by it."""

from __future__ import annotations

from pathlib import Path

from core.tables.content.texts import Theme
from core.tables.reading import csv_rows
from core.wire import Bilingual, Closed


class ThemeRow(Closed):
    """A theme with its names."""

    id: Theme
    zh: str
    en: str

    @property
    def name(self) -> Bilingual:
        """In both languages of the interface."""
        return Bilingual(zh=self.zh, en=self.en)


def themes(path: Path) -> list[ThemeRow]:
    """In the order of the list. Raises `CorruptTable`."""
    return csv_rows(path, ThemeRow)
