"""What the essay encoder is told of characters beside one another: how often they stand so in text, and which make words.

Numbers are those of the model's alphabet; 0-4 are the marks of `core.models.ngrams.characters.SPECIAL`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.arrays import Float32, Float64, Int64, UInt8

PSEUDOCOUNT = 0.3
"""Added to seen and expected counts of pairs, so that unseen pairs of rare characters say little."""
COUNT_STEP = 12
"""Steps to a nat in which the logarithms of counts are kept."""
PLACE_FEATURES = 7
"""See `Neighbours.of_places`."""
CHOICE_FEATURES = 6
"""See `Neighbours.of_choices`."""
NOT_CHOSEN = 0
"""Pads rows of choices; it is the number of the unknown character, which is never one."""


@dataclass(frozen=True)
class Neighbours:
    """Counts of characters and pairs, and the pairs and triples inside dictionary words."""

    counts: Float64
    """Times that each character stands in the text [shape=(size,)]."""
    pair_keys: Int64
    """Rising numbers first * size + second of the pairs seen often enough."""
    pair_counts: UInt8
    """Logarithm of 1 + their counts in steps of 1/`COUNT_STEP`."""
    word_pairs: Int64
    """Pairs (as `pair_keys`) that are words of two characters."""
    word_triples: Int64
    """Rising numbers (first * size + second) * size + third of triples inside words of three and four characters."""

    @property
    def size(self) -> int:
        """Characters of the alphabet."""
        return len(self.counts)

    @cached_property
    def _words(self) -> UInt8:
        """A bit for each pair."""
        found = np.zeros(self.size * self.size // 8 + 1, np.uint8)
        np.bitwise_or.at(found, self.word_pairs >> 3, (1 << (self.word_pairs & 7)).astype(np.uint8))
        return found

    @cached_property
    def _pairs(self) -> NDArray[np.uint32]:
        return self.pair_keys.astype(np.uint32)

    def _seen(self, first: Int64, second: Int64) -> UInt8:
        """Steps of the counts of pairs, 0 where they were not seen: sought, for a table of all pairs takes 15 MB."""
        wanted = (first * self.size + second).astype(np.uint32)
        places = np.minimum(np.searchsorted(self._pairs, wanted), len(self._pairs) - 1)
        return np.where(self._pairs[places] == wanted, self.pair_counts[places], 0)

    @cached_property
    def _shares(self) -> Float64:
        return np.asarray((self.counts + 1) / (self.counts + 1).sum())

    @cached_property
    def rarity(self) -> Float32:
        """Natural logarithm of each character's share of the text, around 0 for a middling one."""
        return np.asarray(np.log(self._shares) + 8, np.float32)

    def together(self, first: Int64, second: Int64) -> Float32:
        """Pointwise mutual information of neighbours in nats: above 0 where they stand so more often than by chance."""
        seen = np.exp(self._seen(first, second) / COUNT_STEP) - 1
        expected = self._shares[first] * self._shares[second] * self.counts.sum()
        return np.asarray(np.log((seen + PSEUDOCOUNT) / (expected + PSEUDOCOUNT)), np.float32)

    def is_word(self, first: Int64, second: Int64) -> Float32:
        """1 where the two are a word."""
        pair = first * self.size + second
        return np.asarray(self._words[pair >> 3] >> (pair & 7) & 1, np.float32)

    def in_word(self, first: Int64, second: Int64, third: Int64) -> Float32:
        """1 where the three stand so inside a longer word."""
        wanted = (first * self.size + second) * self.size + third
        places = np.minimum(np.searchsorted(self.word_triples, wanted), len(self.word_triples) - 1)
        return np.asarray(self.word_triples[places] == wanted, np.float32)

    def of_places(self, numbers: Int64) -> Float32:
        """What each character has to do with its neighbours.

        Parameters
        ----------
        numbers : array [shape=(rows, length)]

        Returns
        -------
        array [shape=(rows, length, PLACE_FEATURES)]
            Mutual information with the left and the right, rarity, word with the left, with the right, triples inside
            longer words round it, and whether it is unknown.
        """
        around = surroundings(numbers)
        left, right = around[..., 1], around[..., 2]
        return np.stack(
            [
                self.together(left, numbers) / 4,
                self.together(numbers, right) / 4,
                self.rarity[numbers] / 4,
                self.is_word(left, numbers),
                self.is_word(numbers, right),
                self._triples(numbers, around),
                (numbers == 0).astype(np.float32),
            ],
            axis=-1,
        ).astype(np.float32)

    def of_choices(self, written: Int64, around: Int64, choices: Int64) -> Float32:
        """What would change if other characters stood in some places.

        Parameters
        ----------
        written : array [shape=(places,)]
        around : array [shape=(places, 4)]
            The two characters on the left and the two on the right, as `surroundings` gives them.
        choices : array [shape=(places, choices)]

        Returns
        -------
        array [shape=(places, choices, CHOICE_FEATURES)]
            Differences to what is written of the first six features of `of_places`.
        """
        both = np.concatenate([written[:, None], choices], axis=1)
        wide = np.broadcast_to(around[:, None, :], (*both.shape, 4))
        left, right = wide[..., 1], wide[..., 2]
        found = np.stack(
            [
                self.together(left, both) / 4,
                self.together(both, right) / 4,
                self.rarity[both] / 4,
                self.is_word(left, both),
                self.is_word(both, right),
                self._triples(both, wide),
            ],
            axis=-1,
        )
        return np.asarray(found[:, 1:] - found[:, :1], np.float32)

    def _triples(self, middle: Int64, around: Int64) -> Float32:
        two, one, next_one, next_two = (around[..., place] for place in range(4))
        return (
            self.in_word(two, one, middle)
            + self.in_word(one, middle, next_one)
            + self.in_word(middle, next_one, next_two)
        )


def surroundings(numbers: Int64) -> Int64:
    """The two characters on the left and the two on the right of each; 0 beyond the ends [shape=(rows, length, 4)]."""
    wide = np.pad(numbers, ((0, 0), (2, 2)))
    length = numbers.shape[1]
    return np.stack([wide[:, place : place + length] for place in (0, 1, 3, 4)], axis=-1)
