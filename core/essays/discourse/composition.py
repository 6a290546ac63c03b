"""An essay cut up for its checklists, and what a line of a checklist is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.essays.cutting import CLAUSE, PARAGRAPH, SENTENCE
from core.language.levels import HAN
from core.wire import Bilingual

Part = Literal["structure", "coherence", "content"]
Place = tuple[int, int]
Word = tuple[str, int, int]
"""A word with its place in the text."""
MANY_SENTENCES = 4
"""From here on a text can have an ending, and hang together or repeat itself."""


@dataclass(frozen=True)
class Line:
    """One line of a checklist."""

    part: Part
    name: str
    share: float
    """0-1: how far it is met."""
    label: Bilingual
    found: Bilingual
    places: tuple[Place, ...] = ()
    """What the line speaks of, in code points."""
    advice: Bilingual | None = None
    """What would mend it; None where it is met."""


@dataclass(frozen=True)
class Composition:
    """A text cut up."""

    text: str
    title: str
    hsk_level: int
    paragraphs: tuple[Place, ...]
    sentences: tuple[Place, ...]
    clauses: int
    words: tuple[Word, ...]

    @property
    def characters(self) -> int:
        """Chinese ones."""
        return len(HAN.findall(self.text))

    def words_in(self, place: Place) -> list[str]:
        """The words of a stretch."""
        return [word for word, start, _ in self.words if place[0] <= start < place[1]]


def composition(text: str, title: str, words: Sequence[tuple[str, int, int, int]], *, hsk_level: int) -> Composition:
    """A text (simplified) and its words with place and level, cut into paragraphs and sentences."""
    return Composition(
        text,
        title,
        hsk_level,
        tuple(match.span() for match in PARAGRAPH.finditer(text) if HAN.search(match[0])),
        tuple(match.span() for match in SENTENCE.finditer(text) if HAN.search(match[0])),
        sum(1 for match in CLAUSE.finditer(text) if HAN.search(match[0])),
        tuple((word, start, end) for word, start, end, _ in words),
    )
