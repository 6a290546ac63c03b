"""How close two words are by the English of a dictionary: shared words of their glosses, rare ones counting more."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from math import log

from core.tables.words.lists import Word, WordList

ENGLISH = re.compile(r"[a-z]+")
CONTENT_WORDS = frozenset({"N", "V", "Adj"})
"""Glosses of adverbs and the like (just, then, only) say too little."""
BRACKETS = re.compile(r"\([^()\n]{0,300}+\)")


class Senses:
    """The glosses of the word list, read on first use."""

    def __init__(self, words: WordList, gloss: Callable[[Word], str]) -> None:
        self._words = words
        self._gloss = gloss

    def closeness(self, word: str, other: str) -> float:
        """0-1 for content words: weight of the shared English words over that of all; a word's weight is log(list / words that have it) (Spärck Jones
        1972). 0 where one is none or not in the list."""
        first, second = self._english.get(word, frozenset()), self._english.get(other, frozenset())
        total = sum(self._weight(english) for english in first | second)
        return sum(self._weight(english) for english in first & second) / total if total else 0.0

    def _weight(self, english: str) -> float:
        return log(len(self._english) / self._counts[english])

    @cached_property
    def _english(self) -> dict[str, frozenset[str]]:
        return {
            form: frozenset(
                english for row in rows for english in ENGLISH.findall(BRACKETS.sub("", self._gloss(row).lower()))
            )
            for form, rows in self._words.by_form.items()
            if rows[0].pos[0] in CONTENT_WORDS
        }

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(english for all_english in self._english.values() for english in all_english)
