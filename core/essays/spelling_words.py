"""How well a text falls into words, and what another character in one place changes about that."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

LONGEST_WORD = 5
UNKNOWN_COUNT = 0.5
"""Of a character that no list has as a word; jieba's rarest words count 1 to 3 in 60 million."""


class WordOver(NamedTuple):
    """The best division of a text with a certain character in one place."""

    log_probability: float
    """Of the whole text by its words (unigrams), in nats."""
    word: str
    """The word over the place in that division."""


@dataclass(frozen=True)
class Vocabulary:
    """Words with how often they were counted; prefixes of words may stand in it with 0.

    Parameters
    ----------
    counts : by word, of some large text
    total : sum of the counts
    """

    counts: Mapping[str, int]
    total: int

    def log_probability(self, word: str) -> float:
        """-inf for several characters that are no word."""
        count: float = self.counts.get(word, 0)
        if count <= 0:
            if len(word) > 1:
                return -math.inf
            count = UNKNOWN_COUNT
        return math.log(count / self.total)


class Division:
    """The best divisions of all beginnings and endings of one text."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self._text = text
        self._vocabulary = vocabulary
        self._words = {
            (start, end): vocabulary.log_probability(text[start:end])
            for start in range(len(text))
            for end in range(start + 1, min(start + LONGEST_WORD, len(text)) + 1)
            if end == start + 1 or vocabulary.counts.get(text[start:end], 0) > 0
        }
        self._before = self._beginnings()
        self._after = self._endings()

    def _beginnings(self) -> list[float]:
        found = [0.0] + [-math.inf] * len(self._text)
        for (start, end), score in sorted(self._words.items()):
            found[end] = max(found[end], found[start] + score)
        return found

    def _endings(self) -> list[float]:
        found = [-math.inf] * len(self._text) + [0.0]
        for (start, end), score in sorted(self._words.items(), reverse=True):
            found[start] = max(found[start], score + found[end])
        return found

    def with_character(self, place: int, character: str) -> WordOver:
        """The best division with that character at that place."""
        text, score_of = self._text, self._vocabulary.log_probability
        best, over = -math.inf, character
        for start in range(max(0, place - LONGEST_WORD + 1), place + 1):
            head, before = text[start:place] + character, self._before[start]
            for end in range(place + 1, min(start + LONGEST_WORD, len(text)) + 1):
                word = head + text[place + 1 : end]
                found = before + score_of(word) + self._after[end]
                if found > best:
                    best, over = found, word
        return WordOver(best, over)

    def before(self, place: int) -> str:
        """The word that ends where a place begins; "" at the start."""
        starts = range(max(0, place - LONGEST_WORD), place)
        best = max(starts, key=lambda start: self._before[start] + self._word(start, place), default=place)
        return self._text[best:place]

    def after(self, place: int) -> str:
        """The word that begins behind a place; "" at the end."""
        ends = range(place + 2, min(place + 1 + LONGEST_WORD, len(self._text)) + 1)
        best = max(ends, key=lambda end: self._word(place + 1, end) + self._after[end], default=place + 1)
        return self._text[place + 1 : best]

    def _word(self, start: int, end: int) -> float:
        return self._words.get((start, end), -math.inf)

    def over(self, place: int) -> WordOver:
        """The best division as the text stands."""
        return self.with_character(place, self._text[place])
