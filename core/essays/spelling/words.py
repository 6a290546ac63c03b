"""How well a text divides into words, and how another character at one position changes that."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from core.arrays import Float64, Int64

LONGEST_WORD = 5
UNKNOWN = "\x04"
"""Stands for everything that is not a word: punctuation, Latin letters, the two ends of a text."""


class WordBigramModel(Protocol):
    """A word bigram model: see `core.models.ngrams.words.WordBigrams`."""

    @property
    def ids(self) -> Mapping[str, int]: ...
    def log_probability(self, word: str) -> float: ...
    def log_probabilities(self, left: Int64, right: Int64) -> Float64: ...


class WordAt(NamedTuple):
    """The best division of a text into words with a certain character at one position."""

    gain: float
    """Its log probability minus that of the text as written, in nats."""
    word: str
    """The word at that position in the division."""


class _LatticeWord(NamedTuple):
    """A word of the lattice, with its id in the bigram model."""

    start: int
    end: int
    id: int


class _ChangedWord(NamedTuple):
    """A word that contains a changed character: the number of the change, its span, and its id in the bigram model."""

    change: int
    start: int
    end: int
    id: int


class WordLattice:
    """All divisions of one text into words, scored by a bigram model (Viterbi 1967, over the lattice of words)."""

    def __init__(self, text: str, words: WordBigramModel) -> None:
        self._text = text
        self._words = words
        self._unknown = words.ids[UNKNOWN]
        self._lattice = [
            _LatticeWord(-1, 0, self._unknown),
            *self._listed_words(),
            _LatticeWord(len(text), len(text) + 1, self._unknown),
        ]
        self._starting: list[list[int]] = [[] for _ in range(len(text) + 2)]
        self._ending: list[list[int]] = [[] for _ in range(len(text) + 2)]
        for number, word in enumerate(self._lattice):
            self._ending[word.end].append(number)
            if number:
                self._starting[word.start].append(number)
        self._ids = np.array([word.id for word in self._lattice])
        self._score_paths()

    def _listed_words(self) -> list[_LatticeWord]:
        text, id_of = self._text, self._words.ids.get
        words = []
        for start, character in enumerate(text):
            words.append(_LatticeWord(start, start + 1, id_of(character, self._unknown)))
            for end in range(start + 2, min(start + LONGEST_WORD, len(text)) + 1):
                word_id = id_of(text[start:end])
                if word_id is not None:
                    words.append(_LatticeWord(start, end, word_id))
        return words

    def _score_paths(self) -> None:
        """Compute for each word the log probability of the best path up to and including it, and of the best path after it."""
        lattice = self._lattice
        pairs = [(before, after) for after, word in enumerate(lattice[1:], 1) for before in self._ending[word.start]]
        behind, ahead = np.array(pairs).T
        scores = self._words.log_probabilities(self._ids[behind], self._ids[ahead]).tolist()
        self._prefix_scores, self._suffix_scores = [-math.inf] * len(lattice), [-math.inf] * len(lattice)
        self._prefix_scores[0] = self._suffix_scores[-1] = 0.0
        # Words are sorted by their start, so that the pairs that lead to a word come before the pairs that leave it.
        for (before, after), score in zip(pairs, scores, strict=True):
            self._prefix_scores[after] = max(self._prefix_scores[after], self._prefix_scores[before] + score)
        for (before, after), score in zip(reversed(pairs), reversed(scores), strict=True):
            self._suffix_scores[before] = max(self._suffix_scores[before], self._suffix_scores[after] + score)

    def with_characters(self, offsets: Sequence[int], intended: Sequence[str]) -> list[WordAt]:
        """For each offset and character the best division of the text with that one character changed."""
        changed_words = [changed_word for change, (offset, new) in enumerate(zip(offsets, intended, strict=True)) for changed_word in self._changed_words(change, offset, new)]  # fmt: skip
        if not changed_words:
            return []
        scores = self._best_path_scores(changed_words)
        best: list[tuple[float, _ChangedWord]] = [(-math.inf, changed_words[0])] * len(offsets)
        for changed_word, score in zip(changed_words, scores.tolist(), strict=True):
            if score > best[changed_word.change][0]:
                best[changed_word.change] = (score, changed_word)
        total = self._prefix_scores[-1]
        return [
            WordAt(
                score - total, self._text[changed_word.start : offset] + new + self._text[offset + 1 : changed_word.end]
            )
            for (score, changed_word), offset, new in zip(best, offsets, intended, strict=True)
        ]

    def _changed_words(self, change: int, offset: int, new: str) -> list[_ChangedWord]:
        text, id_of = self._text, self._words.ids.get
        words = [_ChangedWord(change, offset, offset + 1, id_of(new, self._unknown))]
        for start in range(max(0, offset - LONGEST_WORD + 1), offset + 1):
            prefix = text[start:offset] + new
            for end in range(max(offset + 1, start + 2), min(start + LONGEST_WORD, len(text)) + 1):
                word_id = id_of(prefix + text[offset + 1 : end])
                if word_id is not None:
                    words.append(_ChangedWord(change, start, end, word_id))
        return words

    def _best_path_scores(self, changed_words: Sequence[_ChangedWord]) -> Float64:
        """The log probability of the best path through each changed word."""
        ids = np.array([changed_word.id for changed_word in changed_words], np.int64)
        behind, left_sizes = _flattened([self._ending[changed_word.start] for changed_word in changed_words])
        ahead, right_sizes = _flattened([self._starting[changed_word.end] for changed_word in changed_words])
        score = self._words.log_probabilities
        left = np.array(self._prefix_scores)[behind] + score(self._ids[behind], np.repeat(ids, left_sizes))
        right = np.array(self._suffix_scores)[ahead] + score(np.repeat(ids, right_sizes), self._ids[ahead])
        return _group_maxima(left, left_sizes) + _group_maxima(right, right_sizes)

    def before(self, offset: int) -> str:
        """The most probable word that ends at an offset; "" at the start."""
        best = max(self._ending[offset], key=self._prefix_scores.__getitem__)
        return self._text[max(self._lattice[best].start, 0) : offset]

    def after(self, offset: int) -> str:
        """The most probable word that begins after the character at an offset; "" at the end."""
        best = max(self._starting[offset + 1], key=self._score_from, default=-1)
        return self._text[offset + 1 : self._lattice[best].end]

    def _score_from(self, number: int) -> float:
        return self._suffix_scores[number] + self._words.log_probability(self._text[self._lattice[number].start : self._lattice[number].end])  # fmt: skip


def _flattened(parts: Sequence[Sequence[int]]) -> tuple[Int64, Int64]:
    return np.array([number for part in parts for number in part], np.int64), np.array(
        [len(part) for part in parts], np.int64
    )


def _group_maxima(scores: Float64, sizes: Int64) -> Float64:
    """The greatest score of each group."""
    return np.asarray(np.maximum.reduceat(scores, np.r_[0, np.cumsum(sizes)[:-1]]), np.float64)
