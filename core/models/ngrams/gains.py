"""Log probabilities of a text with other characters substituted in it, by a character n-gram model, many at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.arrays import Bool, Float64, Int64, UInt8
from core.models.ngrams.characters import START, NgramModel, Trie, symbols


@dataclass(frozen=True)
class EncodedText:
    """A text as the symbols, tokens and n-grams of the model."""

    tokens: Int64
    counted: Bool
    """Whether a symbol's probability counts: not that of `START`."""
    numbers: list[Int64]
    """For each length n the number of the n-gram that ends at each symbol, -1 where it is not kept."""
    symbol_at: Int64
    """For each code point of the text the index of its symbol; -1 for white space and the rest of a run."""


class NgramGains:
    """Scores substitutions by the arrays of a model, which it shares; immutable."""

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
        code_points = np.zeros(self._model.trie.size, np.int64)
        code_points[vocabulary[codes]] = codes
        return code_points

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
        bits = np.zeros(trie.size * trie.size // 8 + 1, np.uint8)
        np.bitwise_or.at(bits, pairs >> 3, (1 << (pairs & 7)).astype(np.uint8))
        return bits

    def _beside(self, first: Int64, second: Int64) -> Bool:
        pair = first * self._model.trie.size + second
        return np.asarray(self._pairs[pair >> 3] >> (pair & 7) & 1, np.bool_)

    def read(self, text: str) -> EncodedText:
        """The text with all that does not depend on the characters substituted."""
        trie = self._model.trie
        encoded, offsets = symbols(text)
        tokens = self.tokens(encoded)
        numbers = [tokens]
        for n in range(2, trie.order + 1):
            numbers.append(trie.numbers(n, np.concatenate([[-1], numbers[-1][:-1]]), tokens))
        symbol_at = np.full(len(text), -1, np.int64)
        for symbol, (character, offset) in enumerate(zip(encoded, offsets, strict=True)):
            if character == text[offset]:
                symbol_at[offset] = symbol
        return EncodedText(tokens, np.array([symbol != START for symbol in encoded], bool), numbers, symbol_at)

    def tokens(self, characters: str | Sequence[str]) -> Int64:
        """Numbers of the characters, 0 where unknown [shape=(len(characters),)]."""
        codes = np.array([ord(character) for character in characters], np.int64)
        return self._model.trie.vocabulary[codes].astype(np.int64)

    def fits(self, text: EncodedText, symbols: Int64, tokens: Int64) -> Bool:
        """Whether the model knows each token next to a neighbour of its symbol; one that it knows next to neither is hardly meant."""
        before, after = text.tokens[symbols - 1], text.tokens[np.minimum(symbols + 1, len(text.tokens) - 1)]
        return (tokens > 0) & (self._beside(before, tokens) | self._beside(tokens, after))

    def windows(self, text: EncodedText, symbols: Int64, tokens: Int64) -> tuple[Float64, Int64]:
        """Log probability of the text with each token in place of its symbol, as far as the token affects it.

        Returns
        -------
        log_probabilities : array [shape=(len(symbols),)]
            Of the token and the `order - 1` symbols after it, in nats. Its difference from that of the token written is
            the difference in the log probability of the whole text.
        lengths : array [shape=(len(symbols),)]
            Sum of the lengths of the longest kept n-grams that end at these symbols: how much of it the model has seen in training.
        """
        trie = self._model.trie
        order, last = trie.order, len(text.tokens) - 1
        positions = [np.minimum(symbols + step, last) for step in range(order)]
        current = [tokens] + [text.tokens[position] for position in positions[1:]]
        log_probabilities = [trie.log_probability(1, token).astype(np.float64) for token in current]
        lengths = [np.ones(len(symbols), np.int64) for _ in current]
        shorter = current
        for n in range(2, order + 1):
            context = [text.numbers[n - 2][symbols - 1], *shorter[:-1]]
            longer = []
            for step in range(order):
                changed = step < n
                ngram = (
                    trie.numbers(n, context[step], current[step]) if changed else text.numbers[n - 1][positions[step]]
                )
                log_probabilities[step] = _backed_off(trie, n, log_probabilities[step], context[step], ngram)
                lengths[step] = np.where(ngram >= 0, n, lengths[step])
                longer.append(ngram)
            shorter = longer
        counted = [(symbols + step <= last) & text.counted[positions[step]] for step in range(order)]
        total = np.sum(
            [np.where(mask, score, 0) for mask, score in zip(counted, log_probabilities, strict=True)], axis=0
        )
        return total, np.sum([np.where(mask, length, 0) for mask, length in zip(counted, lengths, strict=True)], axis=0)


def _backed_off(trie: Trie, n: int, shorter: Float64, context: Int64, ngram: Int64) -> Float64:
    weighted = shorter + np.where(context >= 0, trie.log_backoff(n - 1, context), 0)
    return np.where(ngram >= 0, trie.log_probability(n, ngram), weighted)
