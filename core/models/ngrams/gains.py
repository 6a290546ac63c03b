"""What a character n-gram model thinks of other characters in the places of a text, many at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.arrays import Bool, Float64, Int64, UInt8
from core.models.ngrams.characters import START, NgramModel, Trie, symbols


@dataclass(frozen=True)
class Read:
    """A text as the model reads it."""

    tokens: Int64
    counted: Bool
    """Whether a symbol's probability counts: not that of `START`."""
    numbers: list[Int64]
    """For each length n the number of the n-gram that ends at each symbol, -1 where it is not kept."""
    place_of: Int64
    """For each code point of the text its symbol; -1 for white space and the rest of a run."""


class NgramGains:
    """Shares the arrays of its model; afterwards nothing changes."""

    def __init__(self, model: NgramModel) -> None:
        self._model = model

    @property
    def known(self) -> frozenset[str]:
        """All characters that the model knows."""
        return frozenset(map(chr, np.flatnonzero(self._model.trie.vocabulary).tolist()))

    @cached_property
    def characters(self) -> Int64:
        """The code point of each token [shape=(size,)]."""
        vocabulary = self._model.trie.vocabulary
        codes = np.flatnonzero(vocabulary)
        found = np.zeros(self._model.trie.size, np.int64)
        found[vocabulary[codes]] = codes
        return found

    @cached_property
    def frequencies(self) -> Float64:
        """The logarithm of each token's frequency [shape=(size,)]."""
        trie = self._model.trie
        return trie.log_probability(1, np.arange(trie.size)).astype(np.float64)

    @cached_property
    def _pairs(self) -> UInt8:
        """Whether two characters stand next to each other in the model: a bit for first * size + second."""
        trie = self._model.trie
        pairs = trie.keys[1].low
        found = np.zeros(trie.size * trie.size // 8 + 1, np.uint8)
        np.bitwise_or.at(found, pairs >> 3, (1 << (pairs & 7)).astype(np.uint8))
        return found

    def _beside(self, first: Int64, second: Int64) -> Bool:
        pair = first * self._model.trie.size + second
        return np.asarray(self._pairs[pair >> 3] >> (pair & 7) & 1, np.bool_)

    def read(self, text: str) -> Read:
        """The text with what does not depend on what is put into it."""
        trie = self._model.trie
        told, places = symbols(text)
        tokens = self.tokens(told)
        numbers = [tokens]
        for n in range(2, trie.order + 1):
            numbers.append(trie.numbers(n, np.concatenate([[-1], numbers[-1][:-1]]), tokens))
        place_of = np.full(len(text), -1, np.int64)
        for symbol, (character, place) in enumerate(zip(told, places, strict=True)):
            if character == text[place]:
                place_of[place] = symbol
        return Read(tokens, np.array([symbol != START for symbol in told], bool), numbers, place_of)

    def tokens(self, characters: str | Sequence[str]) -> Int64:
        """Numbers of the characters, 0 where unknown [shape=(len(characters),)]."""
        codes = np.array([ord(character) for character in characters], np.int64)
        return self._model.trie.vocabulary[codes].astype(np.int64)

    def fits(self, read: Read, places: Int64, tokens: Int64) -> Bool:
        """Whether the model knows each token beside a neighbour of its place; what it knows beside neither is hardly meant."""
        before, after = read.tokens[places - 1], read.tokens[np.minimum(places + 1, len(read.tokens) - 1)]
        return (tokens > 0) & (self._beside(before, tokens) | self._beside(tokens, after))

    def windows(self, read: Read, places: Int64, tokens: Int64) -> tuple[Float64, Int64]:
        """What the text is worth with each token at its place, as far as the token takes part in it.

        Returns
        -------
        log_probabilities : array [shape=(len(places),)]
            Of the token and the `order - 1` symbols after it, in nats. Its difference from that of the token written is
            the difference in the log probability of the whole text.
        lengths : array [shape=(len(places),)]
            Sum of the lengths of the longest kept n-grams that end at these symbols: what the model has read before.
        """
        trie = self._model.trie
        order, last = trie.order, len(read.tokens) - 1
        at = [np.minimum(places + step, last) for step in range(order)]
        current = [tokens] + [read.tokens[where] for where in at[1:]]
        found = [trie.log_probability(1, token).astype(np.float64) for token in current]
        lengths = [np.ones(len(places), np.int64) for _ in current]
        earlier = current
        for n in range(2, order + 1):
            context = [read.numbers[n - 2][places - 1], *earlier[:-1]]
            later = []
            for step in range(order):
                changed = step < n
                number = trie.numbers(n, context[step], current[step]) if changed else read.numbers[n - 1][at[step]]
                found[step] = _backed_off(trie, n, found[step], context[step], number)
                lengths[step] = np.where(number >= 0, n, lengths[step])
                later.append(number)
            earlier = later
        counted = [(places + step <= last) & read.counted[at[step]] for step in range(order)]
        total = np.sum([np.where(mask, score, 0) for mask, score in zip(counted, found, strict=True)], axis=0)
        return total, np.sum([np.where(mask, length, 0) for mask, length in zip(counted, lengths, strict=True)], axis=0)


def _backed_off(trie: Trie, n: int, shorter: Float64, context: Int64, number: Int64) -> Float64:
    weighted = shorter + np.where(context >= 0, trie.log_backoff(n - 1, context), 0)
    return np.where(number >= 0, trie.log_probability(n, number), weighted)
