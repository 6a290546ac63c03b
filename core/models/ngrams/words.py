"""A word bigram model as `core.essays.spelling.words.Words`, read with numpy alone.

The file (`training/essay/word_bigrams.py`) holds the words in one string, a logarithm and a back-off weight for each, how many
words are kept after each, which they are, and their probabilities as indices into a table of 256 logarithms.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.arrays import Float64, Int64
from core.essays.spelling.words import UNKNOWN
from core.models.ngrams.characters import SortedKeys

SHIFT = 18
"""Bits of a word's number: 262,144 words at most."""


_READING = threading.Lock()


def shared(path: Path) -> WordBigrams:
    """The model of a file, read once for all callers and threads."""
    with _READING:
        return _read(path)


@cache
def _read(path: Path) -> WordBigrams:
    return WordBigrams(path)


class WordBigrams:
    """A word bigram model; immutable; some 40 MB."""

    def __init__(self, path: Path) -> None:
        with np.load(path) as stored:
            words = stored["words"].tobytes().decode("utf-8").split("\n")
            self._unigrams = stored["unigrams"].astype(np.float32)
            self._backoffs = stored["backoffs"].astype(np.float32)
            self._table = stored["table"]
            self._probabilities = stored["probabilities"]
            self._keys = SortedKeys.of(_keys(stored["sizes"].astype(np.int64), stored["steps"]))
        self._ids = {word: number for number, word in enumerate(words)}

    @property
    def ids(self) -> Mapping[str, int]:
        """The number of each word; `UNKNOWN` among them."""
        return self._ids

    def log_probability(self, word: str) -> float:
        """Log probability of a word in any context, in nats; that of `UNKNOWN` for one that is not kept."""
        return float(self._unigrams[self._ids.get(word, self._ids[UNKNOWN])])

    def log_probabilities(self, left: Int64, right: Int64) -> Float64:
        """Log probability of each right word after its left one, in nats [shape=(n,)]; a pair that is not kept backs off (Katz 1987)."""
        keys = (left << SHIFT) | right
        indices = self._keys.find(keys)
        stored = self._table[self._probabilities[indices]]
        backed_off = self._backoffs[left] + self._unigrams[right]
        return np.asarray(np.where(indices >= 0, stored, backed_off), np.float64)

    def association(self, left: str, right: str) -> float | None:
        """How much likelier the right word is after the left one than in any context, in nats; None for a pair that is not kept."""
        numbers = self._ids.get(left), self._ids.get(right)
        if numbers[0] is None or numbers[1] is None:
            return None
        (index,) = self._keys.find(np.array([numbers[0] << SHIFT | numbers[1]], np.int64)).tolist()
        return float(self._table[self._probabilities[index]] - self._unigrams[numbers[1]]) if index >= 0 else None


def _keys(sizes: Int64, steps: NDArray[np.uint32]) -> Int64:
    """Each kept pair as one number, ascending. The words after a word are stored as steps from each to the next."""
    steps_as_keys = steps.astype(np.int64)
    followed = np.flatnonzero(sizes)
    firsts = np.r_[0, np.cumsum(sizes[followed])[:-1]]
    ends = np.add.reduceat(steps_as_keys, firsts)  # the last word's number: the steps of one word add up to it
    steps_as_keys[firsts] += followed << SHIFT
    steps_as_keys[firsts[1:]] -= (followed[:-1] << SHIFT) + ends[:-1]
    return np.cumsum(steps_as_keys, out=steps_as_keys)
