"""Features of the essay encoder about neighbouring characters: how often they occur together in text, and which form words.

Characters are given by their numbers in the model's alphabet; 0-4 are the symbols of `core.models.ngrams.characters.SPECIAL`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.arrays import Float32, Float64, Int64, UInt8

PSEUDOCOUNT = 0.3
"""Added to the observed and expected counts of pairs, so that unseen pairs of rare characters say little."""
COUNT_STEP = 12
"""The logarithms of counts are stored in so many steps to a nat."""
POSITION_FEATURES = 7
"""See `Neighbours.position_features`."""
CHOICE_FEATURES = 6
"""See `Neighbours.choice_features`."""
PADDING = 0
"""Pads rows of choices: the number of the unknown character, which is never a choice."""


@dataclass(frozen=True)
class Neighbours:
    """Counts of characters and pairs, and the pairs and triples inside dictionary words."""

    counts: Float64
    """How often each character occurs in the text [shape=(size,)]."""
    pair_keys: Int64
    """Keys first * size + second of the pairs seen often enough, in ascending order."""
    pair_counts: UInt8
    """Logarithms of 1 + the counts of these pairs, in steps of 1/`COUNT_STEP`."""
    word_pairs: Int64
    """Keys (as `pair_keys`) of the pairs that are words of two characters."""
    word_triples: Int64
    """Keys (first * size + second) * size + third of the triples inside words of three and four characters, in ascending order."""

    @property
    def size(self) -> int:
        """The number of characters in the alphabet."""
        return len(self.counts)

    @cached_property
    def _words(self) -> UInt8:
        """A bit for each pair: whether it is a word."""
        found = np.zeros(self.size * self.size // 8 + 1, np.uint8)
        np.bitwise_or.at(found, self.word_pairs >> 3, (1 << (self.word_pairs & 7)).astype(np.uint8))
        return found

    @cached_property
    def _pairs(self) -> NDArray[np.uint32]:
        return self.pair_keys.astype(np.uint32)

    def _count_steps(self, first: Int64, second: Int64) -> UInt8:
        """The counts of pairs in steps, 0 for unseen pairs; found by binary search, because a table of all pairs would take 15 MB."""
        keys = (first * self.size + second).astype(np.uint32)
        indices = np.minimum(np.searchsorted(self._pairs, keys), len(self._pairs) - 1)
        return np.where(self._pairs[indices] == keys, self.pair_counts[indices], 0)

    @cached_property
    def _shares(self) -> Float64:
        return np.asarray((self.counts + 1) / (self.counts + 1).sum())

    @cached_property
    def rarity(self) -> Float32:
        """Natural logarithm of each character's share of the text, shifted so that a character of medium frequency is near 0."""
        return np.asarray(np.log(self._shares) + 8, np.float32)

    def mutual_information(self, first: Int64, second: Int64) -> Float32:
        """Pointwise mutual information of neighbours in nats: above 0 where they occur together more often than by chance."""
        seen = np.exp(self._count_steps(first, second) / COUNT_STEP) - 1
        expected = self._shares[first] * self._shares[second] * self.counts.sum()
        return np.asarray(np.log((seen + PSEUDOCOUNT) / (expected + PSEUDOCOUNT)), np.float32)

    def is_word(self, first: Int64, second: Int64) -> Float32:
        """1 where the two characters are a word, else 0."""
        pair = first * self.size + second
        return np.asarray(self._words[pair >> 3] >> (pair & 7) & 1, np.float32)

    def in_word(self, first: Int64, second: Int64, third: Int64) -> Float32:
        """1 where the three characters occur in this order inside a longer word, else 0."""
        keys = (first * self.size + second) * self.size + third
        indices = np.minimum(np.searchsorted(self.word_triples, keys), len(self.word_triples) - 1)
        return np.asarray(self.word_triples[indices] == keys, np.float32)

    def position_features(self, numbers: Int64) -> Float32:
        """How each character is related to its neighbours.

        Parameters
        ----------
        numbers : array [shape=(rows, length)]

        Returns
        -------
        array [shape=(rows, length, POSITION_FEATURES)]
            Mutual information with the left and the right neighbour, rarity, whether it forms a word with the left and with the right
            one, the number of triples around it that occur inside longer words, and whether it is unknown.
        """
        around = surroundings(numbers)
        left, right = around[..., 1], around[..., 2]
        return np.stack(
            [
                self.mutual_information(left, numbers) / 4,
                self.mutual_information(numbers, right) / 4,
                self.rarity[numbers] / 4,
                self.is_word(left, numbers),
                self.is_word(numbers, right),
                self._triples(numbers, around),
                (numbers == 0).astype(np.float32),
            ],
            axis=-1,
        ).astype(np.float32)

    def choice_features(self, written: Int64, around: Int64, choices: Int64) -> Float32:
        """How the features would change if other characters stood at some positions.

        Parameters
        ----------
        written : array [shape=(positions,)]
        around : array [shape=(positions, 4)]
            The two characters on the left and the two on the right, as `surroundings` gives them.
        choices : array [shape=(positions, choices)]

        Returns
        -------
        array [shape=(positions, choices, CHOICE_FEATURES)]
            Differences from the written character in the first six features of `position_features`.
        """
        characters = np.concatenate([written[:, None], choices], axis=1)
        context = np.broadcast_to(around[:, None, :], (*characters.shape, 4))
        left, right = context[..., 1], context[..., 2]
        found = np.stack(
            [
                self.mutual_information(left, characters) / 4,
                self.mutual_information(characters, right) / 4,
                self.rarity[characters] / 4,
                self.is_word(left, characters),
                self.is_word(characters, right),
                self._triples(characters, context),
            ],
            axis=-1,
        )
        return np.asarray(found[:, 1:] - found[:, :1], np.float32)

    def _triples(self, middle: Int64, around: Int64) -> Float32:
        two, one, next_one, next_two = (around[..., index] for index in range(4))
        return (
            self.in_word(two, one, middle)
            + self.in_word(one, middle, next_one)
            + self.in_word(middle, next_one, next_two)
        )


def surroundings(numbers: Int64) -> Int64:
    """The two characters on the left and the two on the right of each one; 0 beyond the ends [shape=(rows, length, 4)]."""
    context = np.pad(numbers, ((0, 0), (2, 2)))
    length = numbers.shape[1]
    return np.stack([context[:, index : index + length] for index in (0, 1, 3, 4)], axis=-1)
