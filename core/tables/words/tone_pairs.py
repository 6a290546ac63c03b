"""Words of two syllables for each pair of tones: 1-4 before 1-4 and the neutral tone (5)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from core.tables.reading import jsonl_rows, must_be_unique
from core.wire import Closed

TonePair = tuple[int, int]
NEUTRAL = 5
FIRST_TONES, SECOND_TONES = (1, 2, 3, 4), (1, 2, 3, 4, NEUTRAL)
PAIRS: tuple[TonePair, ...] = tuple((first, second) for first in FIRST_TONES for second in SECOND_TONES)
"""The 20 cells, by dictionary tones: 3-3 is spoken 2-3."""


class PairWord(Closed):
    """A word of one cell. `spoken` differs from `pinyin` in the cell 3-3 alone."""

    word: Annotated[str, Field(min_length=2, max_length=2)]
    pinyin: str
    spoken: str
    first: int = Field(ge=1, le=4)
    second: int = Field(ge=1, le=5)
    level: int = Field(ge=1, le=4)
    """Of the word list."""
    gloss: str = Field(min_length=1)
    """English for learners, senses divided by ';'."""

    @property
    def pair(self) -> TonePair:
        """The tones of the dictionary."""
        return self.first, self.second


def tone_pairs(path: Path) -> list[PairWord]:
    """The words, cell by cell. Raises `CorruptTable` on the first bad row or word that stands twice."""
    rows = jsonl_rows(path, PairWord)
    must_be_unique(path, "word", [row.word for row in rows], first_line=1)
    return rows
