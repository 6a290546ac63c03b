"""Sentences of the project's own content with a word in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from core.ports.language import PinyinReader
from core.tables import Tables
from core.tables.content.texts import Sentence
from core.words.wire import WordExample

HIGHEST = 7
CANDIDATES = 60
"""Sentences whose words are looked at for one example."""
BEST_LENGTH = 14
"""Characters of a sentence that says enough and is read at a glance."""


class Examples:
    """The sentences by level; an example is one in which the word stands by itself and is read as it is here."""

    def __init__(self, tables: Tables, reader: PinyinReader) -> None:
        self._tables = tables
        self._reader = reader

    @cached_property
    def _sentences(self) -> Sequence[Sentence]:
        """By level, in each the handiest length first."""
        return sorted(
            self._tables.content.sentences,
            key=lambda row: (row.level, abs(len(row.text) - BEST_LENGTH), row.id),
        )

    def of(self, word: str, syllables: Sequence[str], level: int | None, *, beside: str = "") -> WordExample | None:
        """A sentence of the word's level, else of a lower one, else the easiest; None without any.

        Parameters
        ----------
        word
            In simplified characters.
        syllables : one for each character
            As they are read, with tone marks: a sentence in which the word is read otherwise is another word's.
        level
            The word's, 1-7; None where the list does not hold it.
        beside
            The text from which the word was looked up: its own sentence is no further example.
        """
        wanted = HIGHEST if level is None else level
        holding = [row for row in self._sentences if word in row.text and row.text not in beside]
        nearest = sorted(holding, key=lambda row: (row.level > wanted, abs(row.level - wanted)))
        return next(self._examples(nearest[:CANDIDATES], word, syllables), None)

    def _examples(self, rows: Sequence[Sentence], word: str, syllables: Sequence[str]) -> Iterator[WordExample]:
        for row in rows:
            for span in self._tables.annotations.of(row.id).words:
                if row.text[span.start : span.end] != word:
                    continue
                if self._reader.syllables(row.text)[span.start : span.end] == list(syllables):
                    yield WordExample(
                        text=row.text, translation=row.en, level=row.level, start=span.start, end=span.end
                    )
