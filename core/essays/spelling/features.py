"""The features of the speller: what speaks for and against another character at one position of a text."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from core.arrays import Bool, Float64, Int64
from core.essays.spelling.particles import PARTICLES, fits_between
from core.essays.spelling.words import WordBigramModel, WordLattice
from core.language.caching import bounded_cache
from core.language.confusion_sets import ConfusionSets

FEATURES = (
    "gain", "first_gain", "long_gain", "word_gain", "first_word_gain", "long_word_gain", "least_gain",
    "in_word", "in_long_word", "word_count", "was_in_word", "was_in_long_word", "was_word_count",
    "frequency", "was_frequency", "attested", "was_attested", "was_probability",
    "same_sound", "other_tone", "near_sound", "far_sound", "looks_like", "looks_very_like",
    "habit", "particle", "pronoun", "margin", "listed", "was_listed", "alone", "was_alone",
    "particle_fits", "particle_fitted", "meant_di", "meant_de",
)  # fmt: skip
"""Columns of a feature matrix (`SpellingCandidates.features`)."""
LEAST_GAIN = -4.0
"""A change is considered if it costs the text no more than this under the n-gram model, in nats."""
CANDIDATES_KEPT, WORD_CANDIDATES_KEPT = 4, 20
"""How many candidates at a position are described in full, the highest gain first; more of those that form a word with a neighbour, because the
n-gram model has not read all words."""
LEAST_WORD_LOG_PROBABILITY = -15.0
"""Natural logarithm of a word's probability, below which it is not taken for a word: once in three million."""
PRONOUNS = frozenset("他她它")


class Gains(Protocol):
    """A character n-gram model: see `core.models.ngrams.gains.NgramGains`."""

    @property
    def known(self) -> frozenset[str]: ...
    @property
    def frequencies(self) -> Float64: ...
    @property
    def characters(self) -> Int64: ...
    def read(self, text: str) -> Any: ...
    def tokens(self, characters: str | Sequence[str]) -> Int64: ...
    def fits(self, read: Any, places: Int64, tokens: Int64) -> Bool: ...
    def windows(self, read: Any, places: Int64, tokens: Int64) -> tuple[Float64, Int64]: ...


@dataclass(frozen=True)
class ConfusionArrays:
    """The confusions of one character as arrays."""

    tokens: Int64
    sounds: Int64
    likenesses: Int64
    habits: Bool


@dataclass(frozen=True)
class SpellingCandidates:
    """The characters that may be intended at the positions of one text, with their features."""

    offsets: Int64
    """Code points of the text, in ascending order; one for each candidate."""
    intended: str
    """The character of each candidate."""
    features: Float64
    """[shape=(len(offsets), len(FEATURES))]"""


@dataclass(frozen=True)
class SpellingKnowledge:
    """What the speller knows about characters and words.

    Parameters
    ----------
    gains : the n-gram model
    confusions : the confusion sets, restricted to the characters that the model knows
    habits : for each character, the characters for which learners often write it
    words : the word bigram model
    listed : words of the learners' list, those of one character included, with their parts of speech
    """

    gains: Gains
    confusions: ConfusionSets
    habits: Mapping[str, frozenset[str]]
    words: WordBigramModel
    listed: Mapping[str, frozenset[str]]


CHARACTERS_REMEMBERED = 8_192
"""For how many characters the confusions are remembered: all characters in use; there are 90,000 in all, and an essay may have any of them."""


class SpellingCandidateFinder:
    """Finds the candidates of a text; remembers the confusions of characters that occurred recently."""

    def __init__(self, knowledge: SpellingKnowledge) -> None:
        self._knowledge = knowledge
        self._confusions_of = bounded_cache(CHARACTERS_REMEMBERED)(self._confusion_arrays)

    @cached_property
    def _two_character_words(self) -> Any:
        """Whether two characters form a word: a bit for first * size + second (a byte for each would take 15 MB)."""
        gains, words_model = self._knowledge.gains, self._knowledge.words
        size = len(gains.characters)
        bits = np.zeros(size * size // 8 + 1, np.uint8)
        words = "".join(
            word
            for word in words_model.ids
            if len(word) == 2 and words_model.log_probability(word) >= LEAST_WORD_LOG_PROBABILITY
        )
        tokens = gains.tokens(words).reshape(-1, 2)
        pairs = tokens[(tokens > 0).all(axis=1)] @ np.array([size, 1])
        np.bitwise_or.at(bits, pairs >> 3, (1 << (pairs & 7)).astype(np.uint8))
        return bits

    def _make_word(self, first: Int64, second: Int64) -> Bool:
        pair = first * len(self._knowledge.gains.characters) + second
        return np.asarray(self._two_character_words[pair >> 3] >> (pair & 7) & 1, bool)

    def candidates(self, text: str, at: Collection[int] | None = None) -> SpellingCandidates:
        """The candidates of a whole text in simplified characters, including punctuation; those at some offsets alone if these are given."""
        knowledge = self._knowledge
        read = knowledge.gains.read(text)
        rows = [
            (offset, symbol, self._confusions_of(character))
            for offset, (character, symbol) in enumerate(zip(text, read.symbol_at.tolist(), strict=True))
            if symbol >= 0 and (at is None or offset in at)
        ]
        rows = [row for row in rows if len(row[2].tokens)]
        if not rows:
            return SpellingCandidates(np.empty(0, np.int64), "", np.empty((0, len(FEATURES))))
        sizes = [len(confusions.tokens) for _, _, confusions in rows]
        offsets = np.repeat([offset for offset, _, _ in rows], sizes)
        symbols = np.repeat([symbol for _, symbol, _ in rows], sizes)
        stacked = np.array([np.concatenate([getattr(row[2], name) for row in rows]) for name in ("tokens", "sounds", "likenesses", "habits")])  # fmt: skip
        words = self._make_words(read, symbols, stacked[0])
        fitting = words | knowledge.gains.fits(read, symbols, stacked[0])
        stacked = np.concatenate([stacked, words[None]])
        return self._described(text, read, offsets[fitting], symbols[fitting], stacked[:, fitting])

    def _make_words(self, read: Any, symbols: Int64, tokens: Int64) -> Bool:
        after = read.tokens[np.minimum(symbols + 1, len(read.tokens) - 1)]
        return self._make_word(read.tokens[symbols - 1], tokens) | self._make_word(tokens, after)

    def _confusion_arrays(self, character: str) -> ConfusionArrays:
        confusions = self._knowledge.confusions.confusions(character)
        habits = self._knowledge.habits.get(character, frozenset())
        return ConfusionArrays(
            self._knowledge.gains.tokens([confusion.character for confusion in confusions]),
            np.array([confusion.sound for confusion in confusions], np.int64),
            np.array([confusion.shape_rank for confusion in confusions], np.int64),
            np.array([confusion.character in habits for confusion in confusions], bool),
        )

    def _described(self, text: str, read: Any, offsets: Int64, symbols: Int64, stacked: Int64) -> SpellingCandidates:
        gains = self._knowledge.gains
        scores, lengths = gains.windows(read, symbols, stacked[0])
        written_symbols, written_index = np.unique(symbols, return_inverse=True)
        written_scores, written_lengths = gains.windows(read, written_symbols, read.tokens[written_symbols])
        gain = scores - written_scores[written_index]
        rank, margin = _ranks(symbols, gain)
        chosen = (gain > LEAST_GAIN) & (rank < np.where(stacked[4] > 0, WORD_CANDIDATES_KEPT, CANDIDATES_KEPT))
        columns = {
            "gain": gain, "margin": margin, "attested": lengths, "was_attested": written_lengths[written_index],
            "was_probability": written_scores[written_index], "frequency": gains.frequencies[stacked[0]],
            "was_frequency": gains.frequencies[read.tokens[symbols]], "habit": stacked[3],
        }  # fmt: skip
        features = {name: np.asarray(column[chosen], np.float64) for name, column in columns.items()}
        intended = "".join(chr(code) for code in gains.characters[stacked[0][chosen]].tolist())
        features |= _likeness_features(stacked[1][chosen], stacked[2][chosen])
        features |= self._word_features(text, offsets[chosen], intended)
        return SpellingCandidates(offsets[chosen], intended, _matrix(features))

    def _word_features(self, text: str, offsets: Int64, intended: str) -> dict[str, Float64]:
        knowledge = self._knowledge
        lattice = WordLattice(text, knowledge.words)
        written_offsets = sorted(set(offsets.tolist()))
        at_written = dict(
            zip(
                written_offsets,
                lattice.with_characters(written_offsets, [text[offset] for offset in written_offsets]),
                strict=True,
            )
        )
        rows = [
            (
                now.gain, *_features_of_word(now.word, knowledge), *_features_of_word(at_written[offset].word, knowledge),
                {text[offset], character} <= PRONOUNS, *_particle_features(text[offset], character, offset, lattice, knowledge),
            )
            for offset, character, now in zip(
                offsets.tolist(), intended, lattice.with_characters(offsets.tolist(), intended), strict=True
            )
        ]  # fmt: skip
        names = (
            "word_gain", "in_word", "in_long_word", "word_count", "listed", "alone",
            "was_in_word", "was_in_long_word", "was_word_count", "was_listed", "was_alone", "pronoun",
            "particle", "particle_fits", "particle_fitted", "meant_di", "meant_de",
        )  # fmt: skip
        table = np.array(rows, np.float64).reshape(len(rows), len(names))
        return dict(zip(names, table.T, strict=True))


def _features_of_word(word: str, knowledge: SpellingKnowledge) -> tuple[float, ...]:
    """Whether the word has several characters, whether it has more than two, its frequency, whether it is on the learners' list, and whether it is a
    single character."""
    if len(word) < 2:
        return 0.0, 0.0, 0.0, 0.0, 1.0
    return 1.0, float(len(word) > 2), knowledge.words.log_probability(word) + 11.0, float(word in knowledge.listed), 0.0


def _particle_features(
    written: str, intended: str, offset: int, lattice: WordLattice, knowledge: SpellingKnowledge
) -> tuple[bool, ...]:
    """Whether the change is among 的, 地 and 得; whether the intended and the written one fit between their neighbours; which one is intended."""
    if not {written, intended} <= PARTICLES:
        return False, False, False, False, False
    before, after = lattice.before(offset), lattice.after(offset)
    fits, fitted = (fits_between(particle, before, after, knowledge.listed) for particle in (intended, written))
    return True, fits, fitted, intended == "地", intended == "得"


def _ranks(symbols: Int64, gain: Float64) -> tuple[Int64, Float64]:
    """The rank of each candidate at its position, from 0, and its margin over the best other one there."""
    order = np.lexsort((-gain, symbols))
    ordered, starts = symbols[order], np.flatnonzero(np.r_[True, np.diff(symbols[order]) != 0])
    group = np.cumsum(np.r_[False, np.diff(ordered) != 0])
    rank = np.empty(len(gain), np.int64)
    rank[order] = np.arange(len(gain)) - starts[group]
    first = gain[order][starts]
    seconds = np.minimum(starts + 1, len(gain) - 1)
    second = np.where(ordered[seconds] == ordered[starts], gain[order][seconds], -np.inf)
    margin = np.empty(len(gain))
    margin[order] = gain[order] - np.where(rank[order] == 0, np.maximum(second, -5.0)[group], first[group])
    return rank, margin


def _likeness_features(sounds: Int64, likenesses: Int64) -> dict[str, Float64]:
    names = ("same_sound", "other_tone", "near_sound", "far_sound")
    features = {name: (sounds == number).astype(np.float64) for number, name in enumerate(names)}
    return features | {
        "looks_like": (likenesses >= 0).astype(np.float64),
        "looks_very_like": ((likenesses >= 0) & (likenesses < 4)).astype(np.float64),
    }


def _matrix(features: dict[str, Float64]) -> Float64:
    gain, words = np.clip(features["gain"], LEAST_GAIN, 14), np.clip(features["word_gain"], -10, 16)
    features |= {
        "gain": gain, "word_gain": words, "first_gain": np.minimum(gain, 3.0), "least_gain": np.minimum(gain, words),
        "long_gain": np.maximum(gain - 7, 0), "first_word_gain": np.minimum(words, 3.0),
        "long_word_gain": np.maximum(words - 8, 0), "margin": np.clip(features["margin"], -6, 6),
        "was_probability": np.clip(features["was_probability"], -50, -5) / 5,
        "attested": features["attested"] / 5, "was_attested": features["was_attested"] / 5,
    }  # fmt: skip
    return np.stack([np.asarray(features[name], np.float64) for name in FEATURES], axis=1)
