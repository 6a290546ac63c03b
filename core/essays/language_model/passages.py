"""Divides an essay into the passages about which a language model is asked, each by itself."""

from __future__ import annotations

from dataclasses import dataclass

from core.essays.segmentation import PARAGRAPH, SENTENCE
from core.language.levels import HAN

LONGEST_PASSAGE = 250
"""Code points. A passage is answered in a few seconds, a changed one is asked about again, and a model overlooks more in a long text."""
LONGEST_CONTEXT = 80
"""Code points of the sentences before, which say who is spoken of and when."""


@dataclass(frozen=True)
class Passage:
    """A run of whole sentences of one paragraph."""

    start: int
    """Offset in the essay."""
    text: str
    before: str
    """The sentences that come before it in the essay, as far as they are sent along; they are not corrected."""

    @property
    def end(self) -> int:
        """Offset of the first code point after it."""
        return self.start + len(self.text)


def passages(essay: str) -> list[Passage]:
    """The passages of an essay in order; what holds no Chinese character is in none. Only a single sentence may be longer than `LONGEST_PASSAGE`.

    >>> [passage.text for passage in passages("我叫安娜。\\n我学汉语。我喜欢茶！\\n(1)")]
    ['我叫安娜。', '我学汉语。我喜欢茶！']
    """
    spans = [span for paragraph in PARAGRAPH.finditer(essay) for span in _runs(essay, *paragraph.span())]
    return [
        Passage(start, essay[start:end], _before(essay, start)) for start, end in spans if HAN.search(essay[start:end])
    ]


def _runs(essay: str, first: int, last: int) -> list[tuple[int, int]]:
    """Spans of a paragraph, filled with sentences up to the longest that is asked about."""
    runs: list[tuple[int, int]] = []
    for match in SENTENCE.finditer(essay, first, last):
        start, end = match.span()
        if runs and end - runs[-1][0] <= LONGEST_PASSAGE:
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((start, end))
    return runs


def _before(essay: str, start: int) -> str:
    """The last whole sentences before an offset, as many as have room."""
    first = start
    for match in reversed(list(SENTENCE.finditer(essay, 0, start))):
        if start - match.start() > LONGEST_CONTEXT:
            break
        first = match.start()
    return essay[first:start].strip()
