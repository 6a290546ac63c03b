"""The statistics of the usage model: word bigrams with clause boundaries, word vectors, and gains under the character n-gram model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.arrays import Bool, Float32, Float64, Int64
from core.essays.spelling.words import UNKNOWN, WordBigramModel
from core.models.ngrams.characters import END, START, NgramModel, symbols


class MarkedBigrams:
    """Word bigrams with the words at the beginning and at the end of a clause, which the bigram model does not count.

    Parameters
    ----------
    words : the bigram model
    begins, ends : for a word the natural logarithm of its probability after a punctuation mark, and of a mark after it; "" stands for all other
        words, in `begins` with the value that is added to the word's own logarithm
    """

    def __init__(self, words: WordBigramModel, begins: Mapping[str, float], ends: Mapping[str, float]) -> None:
        self._words, self._ids = words, words.ids
        self._unknown = self._ids[UNKNOWN]
        self._frequencies = np.array([words.log_probability(word) for word in self._ids], np.float32)
        self._begins = self._frequencies + np.float32(begins[""])
        self._ends = np.full(len(self._ids), ends[""], np.float32)
        for array, log_probabilities_of in ((self._begins, begins), (self._ends, ends)):
            for word, value in log_probabilities_of.items():
                if word in self._ids:
                    array[self._ids[word]] = value

    def ids(self, words: Sequence[str]) -> Int64:
        """See `core.essays.usage.candidates.Bigrams`."""
        return np.array([self._ids.get(word, self._unknown) for word in words], np.int64)

    def log_probabilities(self, left: Int64, right: Int64) -> Float64:
        """See `core.essays.usage.candidates.Bigrams`."""
        behind_mark, before_mark = left < 0, right < 0
        left, right = np.maximum(left, 0), np.maximum(right, 0)
        pair_log_probabilities = self._words.log_probabilities(left, right)
        pair_log_probabilities = np.where(
            behind_mark, self._begins[right], np.where(before_mark, self._ends[left], pair_log_probabilities)
        )
        return np.where(behind_mark & before_mark, 0.0, pair_log_probabilities)

    def frequencies(self, ids: Int64) -> Float64:
        """See `core.essays.usage.features.WordStatistics`."""
        return self._frequencies[np.maximum(ids, 0)].astype(np.float64)

    def known(self, ids: Int64) -> Bool:
        """See `core.essays.usage.features.WordStatistics`."""
        return np.asarray((ids >= 0) & (ids != self._unknown), bool)


@dataclass(frozen=True)
class WordVectors:
    """See `core.essays.usage.features.Vectors`.

    Parameters
    ----------
    rows : array [shape=(words of the bigram model,)], the row of each word, -1 for none
    left, right : arrays [shape=(rows, width)], vectors of the words that follow a word, and of those that precede it
    """

    rows: Int64
    left: Float32
    right: Float32

    def associations(self, left: Int64, right: Int64) -> Float64:
        """See `core.essays.usage.features.Vectors`."""
        first, second, known = self._rows_of_both(left, right)
        return np.where(known, np.einsum("ij,ij->i", self.left[first], self.right[second]), 0.0)

    def likeness(self, one: Int64, other: Int64) -> Float64:
        """See `core.essays.usage.features.Vectors`."""
        first, second, known = self._rows_of_both(one, other)
        similarities = np.zeros(len(one))
        for vectors in (self.left, self.right):
            dots = np.einsum("ij,ij->i", vectors[first], vectors[second])
            sizes = np.linalg.norm(vectors[first], axis=1) * np.linalg.norm(vectors[second], axis=1)
            similarities += dots / np.maximum(sizes, 1e-9) / 2
        return np.where(known, similarities, 0.0)

    def _rows_of_both(self, one: Int64, other: Int64) -> tuple[Int64, Int64, Bool]:
        first = np.where(one >= 0, self.rows[np.maximum(one, 0)], -1)
        second = np.where(other >= 0, self.rows[np.maximum(other, 0)], -1)
        return np.maximum(first, 0), np.maximum(second, 0), (first >= 0) & (second >= 0)


class CharacterGains:
    """See `core.essays.usage.features.CharacterModel`."""

    def __init__(self, model: NgramModel) -> None:
        self._model = model

    def gains(
        self, texts: Sequence[str], text_numbers: Int64, starts: Int64, ends: Int64, replacements: Sequence[str]
    ) -> tuple[Float64, Float64, Float64, Float64]:
        """See `core.essays.usage.features.CharacterModel`."""
        all_symbols, symbol_indices = _symbols_with_indices(texts)
        if not all_symbols:
            nothing = np.zeros(len(starts))
            return nothing, nothing, nothing, nothing
        context_length = self._model.trie.order - 1
        log_probabilities, lengths_read = self._model.scored(all_symbols)
        begins = np.cumsum([0, *(len(text) + 1 for text in texts)])[text_numbers]
        first, last = _symbol_ranges(symbol_indices, begins + starts, begins + ends)
        readable = (first > 0) & (last > 0)
        first, last = np.maximum(first, 1), np.maximum(last, 1)
        ends_of_sentences = np.array(
            [index for index, character in enumerate(all_symbols) if character == END], np.int64
        )
        sentence = np.minimum(np.searchsorted(ends_of_sentences, first), len(ends_of_sentences) - 1)
        context_end = np.maximum(np.minimum(last + context_length, ends_of_sentences[sentence] + 1), last)
        lead_lengths = np.minimum(first, context_length)
        windows = [
            all_symbols[start - lead : start] + replacement + all_symbols[end:until]
            for start, lead, replacement, end, until in zip(
                first.tolist(), lead_lengths.tolist(), replacements, last.tolist(), context_end.tolist(), strict=True
            )
        ]
        new_log_probabilities, new_lengths_read = self._model.scored("".join(windows))
        ends_of_windows = np.cumsum([len(window) for window in windows])
        starts_of_changes = ends_of_windows - np.array([len(window) for window in windows], np.int64) + lead_lengths
        sizes, old_sizes = np.maximum(ends_of_windows - starts_of_changes, 1), np.maximum(context_end - first, 1)
        old_log_probability = _sums(log_probabilities, first, context_end)
        measures = (
            _sums(new_log_probabilities, starts_of_changes, ends_of_windows) - old_log_probability, _sums(new_lengths_read, starts_of_changes, ends_of_windows) / sizes,
            _sums(lengths_read, first, context_end) / old_sizes, -old_log_probability / old_sizes,
        )  # fmt: skip
        gain, new_reading, old_reading, loss = (np.where(readable, measure, 0.0) for measure in measures)
        return gain, new_reading, old_reading, loss


def _sums(values: Float64 | Int64, first: Int64, last: Int64) -> Float64:
    """Sums over spans, each computed by itself: the last digit of a difference of running sums would depend on what stands before."""
    return np.asarray(np.add.reduceat(np.append(values, 0.0), np.stack([first, last], axis=1).ravel())[::2], np.float64)


def _symbols_with_indices(texts: Sequence[str]) -> tuple[str, Int64]:
    """The symbols of all texts, and for each code point the index of its symbol, -1 for none; after each text comes one index more, which is -1."""
    all_symbols, origins, offset = "", [], 0
    for text in texts:
        text_symbols, text_origins = symbols(text)
        all_symbols += text_symbols
        origins += [offset + index for index in text_origins]
        offset += len(text) + 1
    indices = np.full(offset, -1, np.int64)
    for symbol, (character, index) in enumerate(zip(all_symbols, origins, strict=True)):
        if character not in (START, END) and indices[index] < 0:
            indices[index] = symbol
    return all_symbols, indices


def _symbol_ranges(indices: Int64, starts: Int64, ends: Int64) -> tuple[Int64, Int64]:
    """First symbol of each change and the one after its last; -1 where the change is in a run of letters or in white space."""
    previous = np.where(starts > 0, indices[np.maximum(starts - 1, 0)], -1)
    first = np.where(indices[starts] >= 0, indices[starts], np.where(previous >= 0, previous + 1, -1))
    ending = indices[np.maximum(ends - 1, 0)]
    return first, np.where(ends > starts, np.where(ending >= 0, ending + 1, -1), first)
