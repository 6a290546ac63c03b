"""How characters are read and which look like them: where confusion sets come from."""

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
    """As `lü4`, 5 for the neutral tone, the usual one first."""
    alike: str
    """Characters that look like it, the likest first."""


def essay_confusions(path: Path) -> list[ConfusionRow]:
    """The rows by code point. Raises `CorruptTable` on the first bad one."""
    rows = csv_rows(path, ConfusionRow)
    must_be_unique(path, "character", [row.character for row in rows], first_line=2)
    return rows
