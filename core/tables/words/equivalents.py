"""Words that can replace one another under a condition, and the measure words of nouns."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from core.errors import CorruptTable
from core.tables.reading import Pattern, csv_rows, must_be_unique
from core.wire import Closed

Condition = Literal[
    "any", "clause_initial", "clause_internal", "clause_final", "before_verb", "before_adjective", "before_noun",
    "before_number", "before_person", "after_verb", "after_adjective", "after_number",
]  # fmt: skip
"""Position of the words; `core.questions.proofs.guards` decides which holds."""

Members = Annotated[tuple[str, ...], BeforeValidator(lambda text: tuple(text.split("|")) if text else ())]
YesNo = Annotated[bool, BeforeValidator(lambda text: {"yes": True, "no": False}.get(text, text))]
Number = Annotated[int, BeforeValidator(lambda text: int(text) if text.isdigit() else text)]


class Equivalent(Closed):
    """A set of words each of which can replace any other where the condition holds.

    `before` must match up to the gap's beginning and `after` from its end; empty patterns always match.
    """

    id: str = Field(min_length=1)
    guard: str = Field(min_length=1)
    """The kind: conjunction, aspect, measure, ..."""
    words: Members = Field(min_length=2)
    condition: Condition
    before: Pattern = ""
    after: Pattern = ""
    sure: YesNo
    """Whether they can always replace one another there; otherwise often."""
    level: Number = Field(ge=1, le=7)
    """From which two of them are known; 7 stands for the band 7-9."""
    zh: str = ""
    en: str = ""


class NounClassifiers(Closed):
    """The measure words that a noun takes, the commonest first."""

    noun: str = Field(min_length=1)
    classifiers: Members = Field(min_length=1)
    level: Number = Field(ge=1, le=7)


class Equivalents:
    """The sets by pair of words."""

    def __init__(self, path: Path) -> None:
        self.rows = csv_rows(path, Equivalent)
        must_be_unique(path, "id", [row.id for row in self.rows], first_line=2)
        self.by_id = {row.id: row for row in self.rows}
        self._pairs: dict[frozenset[str], list[Equivalent]] = {}
        self._kinds: dict[str, set[str]] = {}
        for line, row in enumerate(self.rows, start=2):
            if len(set(row.words)) < len(row.words):
                raise CorruptTable(path.name, line, "words", "|".join(row.words), "names a word twice")
            for pair in combinations(row.words, 2):
                self._pairs.setdefault(frozenset(pair), []).append(row)
            for word in row.words:
                self._kinds.setdefault(word, set()).add(row.guard)

    def between(self, first: str, second: str) -> list[Equivalent]:
        """The sets that hold both words."""
        return self._pairs.get(frozenset((first, second)), [])

    def kinds_of(self, word: str) -> set[str]:
        """Kinds of guards that have something to say about a word."""
        return self._kinds.get(word, set())

    def alternatives(self, word: str) -> dict[str, list[Equivalent]]:
        """Words that share a set with this one."""
        alternatives: dict[str, list[Equivalent]] = {}
        for row in self.rows:
            if word in row.words:
                for other in row.words:
                    if other != word:
                        alternatives.setdefault(other, []).append(row)
        return alternatives


class Classifiers:
    """Measure words by noun."""

    def __init__(self, path: Path) -> None:
        rows = csv_rows(path, NounClassifiers)
        must_be_unique(path, "noun", [row.noun for row in rows], first_line=2)
        self.by_noun = {row.noun: row.classifiers for row in rows}
        self.all = frozenset(classifier for row in rows for classifier in row.classifiers)
        self.longest = max(map(len, self.by_noun))
