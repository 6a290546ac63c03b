"""What is wrong with the wrong options of gaps, one sentence each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import Field

from core.tables.reading import csv_rows, must_be_unique
from core.wire import Bilingual, Closed

Part = Literal["cloze", "word"]
"""Which gap of a sentence."""


class OptionNoteRow(Closed):
    """A wrong option of a gap: what bars it there, what it goes with, or what the sentence would say with it."""

    source: str = Field(min_length=1)
    """Id of the sentence."""
    part: Part
    option: str = Field(min_length=1)
    zh: str = Field(min_length=6, max_length=40)
    en: str = Field(min_length=6, max_length=200)


class OptionNotes:
    """The notes by gap, kept as text: 30,000 rows as models would take three times the memory."""

    def __init__(self, path: Path) -> None:
        rows = csv_rows(path, OptionNoteRow) if path.exists() else []
        must_be_unique(path, "option", [f"{row.source}.{row.part}.{row.option}" for row in rows], first_line=2)
        kept: dict[tuple[str, Part], list[str]] = defaultdict(list)
        for row in rows:
            kept[row.source, row.part] += (row.option, row.zh, row.en)
        self._kept = {gap: tuple(texts) for gap, texts in kept.items()}

    def __iter__(self) -> Iterator[tuple[str, Part]]:
        return iter(self._kept)

    def of(self, source: str, part: Part) -> dict[str, Bilingual]:
        """The notes on the options of a gap, by their texts; options whose reason stands in the explanation have none."""
        texts = iter(self._kept.get((source, part), ()))
        return {option: Bilingual(zh=zh, en=en) for option, zh, en in zip(texts, texts, texts, strict=True)}
