"""Annotations of each text of the content: its words with their levels, its grammar points with their offsets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from core.tables.content.texts import Dialogue, Exchange, Passage, Sentence
from core.tables.points import PointId
from core.tables.reading import csv_rows
from core.wire import Closed


def annotated_text(row: Sentence | Exchange | Passage | Dialogue) -> str:
    """The text that the offsets of an annotation refer to: lines and turns joined by line ends."""
    if isinstance(row, Sentence):
        return row.text
    if isinstance(row, Exchange):
        return f"{row.a}\n{row.b}"
    if isinstance(row, Passage):
        return "".join(row.sentences)
    return "\n".join(turn.text for turn in row.turns)


class WordSpan(NamedTuple):
    """A word in code points of `annotated_text`, end excluded; `level` 1-7 of the word list, 0 for names and numerals, 99 where
    the list does not hold it."""

    start: int
    end: int
    level: int


class PointSpan(NamedTuple):
    """An occurrence of a grammar point, as above."""

    start: int
    end: int
    point: str


class Annotation(NamedTuple):
    """Words and grammar points of one text."""

    words: tuple[WordSpan, ...]
    points: tuple[PointSpan, ...]


class Annotations:
    """The annotations by id of the text; a line is parsed when it is needed."""

    def __init__(self, lines: Iterable[_Line]) -> None:
        self._lines = {line.id: line for line in lines}

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)

    def of(self, text_id: str) -> Annotation:
        """The annotation of a text. Raises `KeyError` for a text that the content does not hold."""
        line = self._lines[text_id]
        return Annotation(
            tuple(_word(cell) for cell in line.words.split()), tuple(_point(cell) for cell in line.points.split())
        )


class _Line(Closed):
    id: str
    words: str
    points: str


class PointFix(Closed):
    """A correction of the grammar engine's matches by a reader: `add` an occurrence that it missed or `remove` a wrong one."""

    id: str
    verdict: str
    point: PointId
    found: str
    """The text of the occurrence, its parts joined by `…`."""
    why: str


def read_annotations(path: Path) -> Annotations:
    """All annotations of a file. Raises `CorruptTable`.

    A line holds `start-end:level` for each word and `【id】start-end` for each point, separated by spaces.
    """
    return Annotations(csv_rows(path, _Line))


def point_fixes(path: Path) -> list[PointFix]:
    """All corrections. Raises `CorruptTable`."""
    return csv_rows(path, PointFix)


def _word(cell: str) -> WordSpan:
    span, level = cell.split(":")
    start, end = span.split("-")
    return WordSpan(int(start), int(end), int(level))


def _point(cell: str) -> PointSpan:
    point, span = cell.split("】")
    start, end = span.split("-")
    return PointSpan(int(start), int(end), f"{point}】")
