"""An essay divided for its checklists, and the items of a checklist."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.essays.segmentation import CLAUSE, PARAGRAPH, SENTENCE
from core.language.levels import HAN
from core.wire import Bilingual

Part = Literal["structure", "coherence", "content"]
Span = tuple[int, int]
PositionedWord = tuple[str, int, int]
"""A word with its start and end in the text."""
MANY_SENTENCES = 4
"""A text of so many sentences can be judged for its ending, its coherence and repetition."""


@dataclass(frozen=True)
class ChecklistItem:
    """One item of a checklist."""

    part: Part
    name: str
    share: float
    """0-1: how far the item is met."""
    label: Bilingual
    observation: Bilingual
    spans: tuple[Span, ...] = ()
    """The passages that the item is about, in code points."""
    advice: Bilingual | None = None
    """What would improve it; None where it is met."""


@dataclass(frozen=True)
class Composition:
    """A text divided into paragraphs, sentences and words."""

    text: str
    title: str
    hsk_level: int
    paragraphs: tuple[Span, ...]
    sentences: tuple[Span, ...]
    clauses: int
    words: tuple[PositionedWord, ...]

    @property
    def characters(self) -> int:
        """The number of Chinese characters."""
        return len(HAN.findall(self.text))

    def words_in(self, span: Span) -> list[str]:
        """The words that begin in a span."""
        return [word for word, start, _ in self.words if span[0] <= start < span[1]]


def composition_of(text: str, title: str, words: Sequence[tuple[str, int, int, int]], *, hsk_level: int) -> Composition:
    """The composition of a text in simplified characters; each of `words` is its text, start, end and level."""
    return Composition(
        text,
        title,
        hsk_level,
        tuple(match.span() for match in PARAGRAPH.finditer(text) if HAN.search(match[0])),
        tuple(match.span() for match in SENTENCE.finditer(text) if HAN.search(match[0])),
        sum(1 for match in CLAUSE.finditer(text) if HAN.search(match[0])),
        tuple((word, start, end) for word, start, end, _ in words),
    )
