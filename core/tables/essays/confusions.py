"""How characters are read and which characters look like them: the source of the confusion sets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field

from core.tables.reading import csv_rows, must_be_unique
from core.wire import Closed

Reading = Annotated[str, Field(pattern=r"^[a-zü]+[1-5]$")]
Readings = Annotated[tuple[Reading, ...], BeforeValidator(lambda text: tuple(text.split("|")) if text else ())]


class ConfusionRow(Closed):
    """One simplified character of GB 2312 or of the n-gram model."""

    character: str = Field(min_length=1, max_length=1)
    readings: Readings
    """Each as `lü4`, with 5 for the neutral tone; the usual reading first."""
    alike: str
    """Characters that look like it, the most similar first."""


def essay_confusions(path: Path) -> list[ConfusionRow]:
    """The rows, sorted by code point. Raises `CorruptTable` on the first bad one."""
    rows = csv_rows(path, ConfusionRow)
    must_be_unique(path, "character", [row.character for row in rows], first_line=2)
    return rows
