"""How well a text falls into words, and what another character in one place changes about that."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from core.arrays import Float64, Int64

LONGEST_WORD = 5
UNKNOWN = "\x04"
"""Stands for what is no word: marks, Latin letters, the two ends of a text."""


class Words(Protocol):
    """A word bigram model: see `core.models.ngrams.words.WordBigrams`."""

    @property
    def ids(self) -> Mapping[str, int]: ...
    def log_probability(self, word: str) -> float: ...
    def log_probabilities(self, left: Int64, right: Int64) -> Float64: ...


class WordOver(NamedTuple):
    """The best division of a text with a certain character in one place."""

    gain: float
    """Its log probability over that of the text as it stands, in nats."""
    word: str
    """The word over the place in that division."""


class _Way(NamedTuple):
    """A word that may stand in a text."""

    start: int
    end: int
    number: int


class _Tried(NamedTuple):
    """A word made by another character: of which change, where, which."""

    change: int
    start: int
    end: int
    number: int


class Division:
    """All divisions of one text into words, weighed by a bigram model (Viterbi 1967 over the lattice of words)."""

    def __init__(self, text: str, words: Words) -> None:
        self._text = text
        self._words = words
        self._unknown = words.ids[UNKNOWN]
        self._ways = [_Way(-1, 0, self._unknown), *self._found(), _Way(len(text), len(text) + 1, self._unknown)]
        self._starting: list[list[int]] = [[] for _ in range(len(text) + 2)]
        self._ending: list[list[int]] = [[] for _ in range(len(text) + 2)]
        for number, way in enumerate(self._ways):
            self._ending[way.end].append(number)
            if number:
                self._starting[way.start].append(number)
        self._numbers = np.array([way.number for way in self._ways])
        self._measure()

    def _found(self) -> list[_Way]:
        text, number_of = self._text, self._words.ids.get
        found = []
        for start, character in enumerate(text):
            found.append(_Way(start, start + 1, number_of(character, self._unknown)))
            for end in range(start + 2, min(start + LONGEST_WORD, len(text)) + 1):
                longer = number_of(text[start:end])
                if longer is not None:
                    found.append(_Way(start, end, longer))
        return found

    def _measure(self) -> None:
        """For each way what the best division up to and with it is worth, and what the best one behind it."""
        ways = self._ways
        pairs = [(before, after) for after, way in enumerate(ways[1:], 1) for before in self._ending[way.start]]
        behind, ahead = np.array(pairs).T
        scores = self._words.log_probabilities(self._numbers[behind], self._numbers[ahead]).tolist()
        self._before, self._after = [-math.inf] * len(ways), [-math.inf] * len(ways)
        self._before[0] = self._after[-1] = 0.0
        # Ways are in the order of their beginnings, so that what leads to one stands before it in `pairs`.
        for (before, after), score in zip(pairs, scores, strict=True):
            self._before[after] = max(self._before[after], self._before[before] + score)
        for (before, after), score in zip(reversed(pairs), reversed(scores), strict=True):
            self._after[before] = max(self._after[before], self._after[after] + score)

    def with_characters(self, places: Sequence[int], meant: Sequence[str]) -> list[WordOver]:
        """For each place and character the best division with that one character changed."""
        tried = [one for change, (place, new) in enumerate(zip(places, meant, strict=True)) for one in self._tried(change, place, new)]  # fmt: skip
        if not tried:
            return []
        worth = self._sides(tried)
        best: list[tuple[float, _Tried]] = [(-math.inf, tried[0])] * len(places)
        for one, score in zip(tried, worth.tolist(), strict=True):
            if score > best[one.change][0]:
                best[one.change] = (score, one)
        total = self._before[-1]
        return [
            WordOver(score - total, self._text[one.start : place] + new + self._text[place + 1 : one.end])
            for (score, one), place, new in zip(best, places, meant, strict=True)
        ]

    def _tried(self, change: int, place: int, new: str) -> list[_Tried]:
        text, number_of = self._text, self._words.ids.get
        found = [_Tried(change, place, place + 1, number_of(new, self._unknown))]
        for start in range(max(0, place - LONGEST_WORD + 1), place + 1):
            head = text[start:place] + new
            for end in range(max(place + 1, start + 2), min(start + LONGEST_WORD, len(text)) + 1):
                number = number_of(head + text[place + 1 : end])
                if number is not None:
                    found.append(_Tried(change, start, end, number))
        return found

    def _sides(self, tried: Sequence[_Tried]) -> Float64:
        """What the best division with each word is worth."""
        numbers = np.array([one.number for one in tried], np.int64)
        behind, left_sizes = _flat([self._ending[one.start] for one in tried])
        ahead, right_sizes = _flat([self._starting[one.end] for one in tried])
        score = self._words.log_probabilities
        left = np.array(self._before)[behind] + score(self._numbers[behind], np.repeat(numbers, left_sizes))
        right = np.array(self._after)[ahead] + score(np.repeat(numbers, right_sizes), self._numbers[ahead])
        return _most(left, left_sizes) + _most(right, right_sizes)

    def before(self, place: int) -> str:
        """The word that ends where a place begins; "" at the start."""
        best = max(self._ending[place], key=self._before.__getitem__)
        return self._text[max(self._ways[best].start, 0) : place]

    def after(self, place: int) -> str:
        """The word that begins behind a place; "" at the end."""
        best = max(self._starting[place + 1], key=self._worth_after, default=-1)
        return self._text[place + 1 : self._ways[best].end]

    def _worth_after(self, number: int) -> float:
        return self._after[number] + self._words.log_probability(self._text[self._ways[number].start : self._ways[number].end])  # fmt: skip


def _flat(parts: Sequence[Sequence[int]]) -> tuple[Int64, Int64]:
    return np.array([one for part in parts for one in part], np.int64), np.array(
        [len(part) for part in parts], np.int64
    )


def _most(scores: Float64, sizes: Int64) -> Float64:
    """The greatest of each group."""
    return np.asarray(np.maximum.reduceat(scores, np.r_[0, np.cumsum(sizes)[:-1]]), np.float64)
