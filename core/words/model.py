"""A text as the look-up of a word sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class LookedAtWord(NamedTuple):
    """A word of a text in simplified characters, with its offsets in code points, end excluded."""

    text: str
    start: int
    end: int
    level: int | None
    """0 for names and numerals; None where nothing is known of it."""


class PointMatch(NamedTuple):
    """An occurrence of a grammar point."""

    point: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class AnalysedText:
    """Words, occurrences of points and sentences of a text, in order."""

    words: Sequence[LookedAtWord]
    matches: Sequence[PointMatch]
    sentences: Sequence[tuple[int, int]]
    """Start and end of each."""
