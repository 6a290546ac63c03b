"""What the judge of usage knows, put together from its files: word bigrams with marks, vectors of words, the character n-gram model, trees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.arrays import Bool, Float32, Float64, Int64
from core.essays.spelling.words import UNKNOWN, Words
from core.models.ngrams.characters import END, START, NgramModel, symbols


class MarkedBigrams:
    """Word bigrams with what stands at the beginning and at the end of a clause, which the model does not count.

    Parameters
    ----------
    words : the model
    begins, ends : for a word the natural logarithm of its probability behind a mark, and of a mark behind it; "" for all others, of `begins`
        what is added to a word's own
    """

    def __init__(self, words: Words, begins: Mapping[str, float], ends: Mapping[str, float]) -> None:
        self._words, self._numbers = words, words.ids
        self._unknown = self._numbers[UNKNOWN]
        self._frequencies = np.array([words.log_probability(word) for word in self._numbers], np.float32)
        self._begins = self._frequencies + np.float32(begins[""])
        self._ends = np.full(len(self._numbers), ends[""], np.float32)
        for stored, told in ((self._begins, begins), (self._ends, ends)):
            for word, value in told.items():
                if word in self._numbers:
                    stored[self._numbers[word]] = value

    def ids(self, words: Sequence[str]) -> Int64:
        """See `core.essays.usage.candidates.Bigrams`."""
        return np.array([self._numbers.get(word, self._unknown) for word in words], np.int64)

    def log_probabilities(self, left: Int64, right: Int64) -> Float64:
        """See `core.essays.usage.candidates.Bigrams`."""
        behind_mark, before_mark = left < 0, right < 0
        left, right = np.maximum(left, 0), np.maximum(right, 0)
        found = self._words.log_probabilities(left, right)
        found = np.where(behind_mark, self._begins[right], np.where(before_mark, self._ends[left], found))
        return np.where(behind_mark & before_mark, 0.0, found)

    def frequencies(self, ids: Int64) -> Float64:
        """See `core.essays.usage.features.Counts`."""
        return self._frequencies[np.maximum(ids, 0)].astype(np.float64)

    def known(self, ids: Int64) -> Bool:
        """See `core.essays.usage.features.Counts`."""
        return np.asarray((ids >= 0) & (ids != self._unknown), bool)


@dataclass(frozen=True)
class WordVectors:
    """See `core.essays.usage.features.Vectors`.

    Parameters
    ----------
    rows : array [shape=(words of the bigram model,)], the row of each word, -1 for none
    left, right : arrays [shape=(rows, width)], what stands behind a word, what before it
    """

    rows: Int64
    left: Float32
    right: Float32

    def associations(self, left: Int64, right: Int64) -> Float64:
        """See `core.essays.usage.features.Vectors`."""
        first, second, kept = self._both(left, right)
        return np.where(kept, np.einsum("ij,ij->i", self.left[first], self.right[second]), 0.0)

    def likeness(self, one: Int64, other: Int64) -> Float64:
        """See `core.essays.usage.features.Vectors`."""
        first, second, kept = self._both(one, other)
        found = np.zeros(len(one))
        for vectors in (self.left, self.right):
            dots = np.einsum("ij,ij->i", vectors[first], vectors[second])
            sizes = np.linalg.norm(vectors[first], axis=1) * np.linalg.norm(vectors[second], axis=1)
            found += dots / np.maximum(sizes, 1e-9) / 2
        return np.where(kept, found, 0.0)

    def _both(self, one: Int64, other: Int64) -> tuple[Int64, Int64, Bool]:
        first = np.where(one >= 0, self.rows[np.maximum(one, 0)], -1)
        second = np.where(other >= 0, self.rows[np.maximum(other, 0)], -1)
        return np.maximum(first, 0), np.maximum(second, 0), (first >= 0) & (second >= 0)


class CharacterGains:
    """See `core.essays.usage.features.Characters`."""

    def __init__(self, model: NgramModel) -> None:
        self._model = model

    def gains(
        self, texts: Sequence[str], which: Int64, starts: Int64, ends: Int64, new: Sequence[str]
    ) -> tuple[Float64, Float64, Float64, Float64]:
        """See `core.essays.usage.features.Characters`."""
        told, places = _laid_out(texts)
        if not told:
            nothing = np.zeros(len(starts))
            return nothing, nothing, nothing, nothing
        reach = self._model.trie.order - 1
        worth, read = self._model.scored(told)
        begins = np.cumsum([0, *(len(text) + 1 for text in texts)])[which]
        first, last = _symbols_of(places, begins + starts, begins + ends)
        readable = (first > 0) & (last > 0)
        first, last = np.maximum(first, 1), np.maximum(last, 1)
        ends_of_sentences = np.array([at for at, character in enumerate(told) if character == END], np.int64)
        sentence = np.minimum(np.searchsorted(ends_of_sentences, first), len(ends_of_sentences) - 1)
        stop = np.maximum(np.minimum(last + reach, ends_of_sentences[sentence] + 1), last)
        leads = np.minimum(first, reach)
        windows = [
            told[start - lead : start] + word + told[end:until]
            for start, lead, word, end, until in zip(
                first.tolist(), leads.tolist(), new, last.tolist(), stop.tolist(), strict=True
            )
        ]
        new_worth, new_read = self._model.scored("".join(windows))
        until = np.cumsum([len(window) for window in windows])
        since = until - np.array([len(window) for window in windows], np.int64) + leads
        sizes, old_sizes = np.maximum(until - since, 1), np.maximum(stop - first, 1)
        old = _sums(worth, first, stop)
        measures = (
            _sums(new_worth, since, until) - old, _sums(new_read, since, until) / sizes,
            _sums(read, first, stop) / old_sizes, -old / old_sizes,
        )  # fmt: skip
        gain, now, was, loss = (np.where(readable, measure, 0.0) for measure in measures)
        return gain, now, was, loss


def _sums(values: Float64 | Int64, first: Int64, last: Int64) -> Float64:
    """Of each stretch by itself: of a difference of running sums the last digit would rest on what stands before."""
    return np.asarray(np.add.reduceat(np.append(values, 0.0), np.stack([first, last], axis=1).ravel())[::2], np.float64)


def _laid_out(texts: Sequence[str]) -> tuple[str, Int64]:
    """The symbols of all texts, and where that of each code point stands, with a place that is none after each text; -1 for none."""
    told, origin, begin = "", [], 0
    for text in texts:
        read, own = symbols(text)
        told += read
        origin += [begin + place for place in own]
        begin += len(text) + 1
    places = np.full(begin, -1, np.int64)
    for symbol, (character, place) in enumerate(zip(told, origin, strict=True)):
        if character not in (START, END) and places[place] < 0:
            places[place] = symbol
    return told, places


def _symbols_of(places: Int64, starts: Int64, ends: Int64) -> tuple[Int64, Int64]:
    """First symbol of each change and the one after its last; -1 where it stands in a run of letters or in white space."""
    previous = np.where(starts > 0, places[np.maximum(starts - 1, 0)], -1)
    first = np.where(places[starts] >= 0, places[starts], np.where(previous >= 0, previous + 1, -1))
    ending = places[np.maximum(ends - 1, 0)]
    return first, np.where(ends > starts, np.where(ending >= 0, ending + 1, -1), first)
