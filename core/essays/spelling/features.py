"""What speaks for another character in one place of a text: the features of the speller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from core.arrays import Bool, Float64, Int64
from core.essays.spelling.particles import PARTICLES, asked_for
from core.essays.spelling.words import Division, Words
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
"""Columns of a feature matrix, as `features` fills them."""
LEAST_GAIN = -4.0
"""Nats that a text may lose to the n-gram model by a change which is still looked at."""
KEPT, KEPT_WORDS = 4, 20
"""Candidates of a place that are looked at closely, by gain; more of those that make a word with a neighbour, of which the n-gram
model has not read all."""
LEAST_WORD = -15.0
"""Logarithm of how often such a word is written among words: once in three million."""
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
class Options:
    """The confusions of one character as arrays."""

    tokens: Int64
    sounds: Int64
    likenesses: Int64
    habits: Bool


@dataclass(frozen=True)
class Candidates:
    """What may stand in the places of one text, and what speaks for it."""

    places: Int64
    """Code points of the text, rising."""
    meant: str
    """One character for each."""
    features: Float64
    """[shape=(len(places), len(FEATURES))]"""


@dataclass(frozen=True)
class Knowledge:
    """What the speller knows about characters and words.

    Parameters
    ----------
    gains : the n-gram model
    confusions : the sets, among the characters that the model knows
    habits : for each character those that learners write it for
    words : the word bigram model
    listed : words of the learners' list, those of one character included, with their parts of speech
    """

    gains: Gains
    confusions: ConfusionSets
    habits: Mapping[str, frozenset[str]]
    words: Words
    listed: Mapping[str, frozenset[str]]


OPTIONS_KEPT = 8_192
"""Characters whose options are kept: all that are in use; there are 90,000 in all, and an essay may hold any."""


class Featurer:
    """Finds the candidates of a text; keeps the options of the characters it has met lately."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._of = bounded_cache(OPTIONS_KEPT)(self._options_of)

    @cached_property
    def _words_of_two(self) -> Any:
        """Whether two characters make a word: a bit for first * size + second (a byte for each would be 15 MB)."""
        gains, known = self._knowledge.gains, self._knowledge.words
        size = len(gains.characters)
        found = np.zeros(size * size // 8 + 1, np.uint8)
        words = "".join(word for word in known.ids if len(word) == 2 and known.log_probability(word) >= LEAST_WORD)
        tokens = gains.tokens(words).reshape(-1, 2)
        pairs = tokens[(tokens > 0).all(axis=1)] @ np.array([size, 1])
        np.bitwise_or.at(found, pairs >> 3, (1 << (pairs & 7)).astype(np.uint8))
        return found

    def _make_word(self, first: Int64, second: Int64) -> Bool:
        pair = first * len(self._knowledge.gains.characters) + second
        return np.asarray(self._words_of_two[pair >> 3] >> (pair & 7) & 1, bool)

    def candidates(self, text: str) -> Candidates:
        """Of a whole text in simplified characters, sentence marks included."""
        known = self._knowledge
        read = known.gains.read(text)
        rows = [
            (place, symbol, self._of(character))
            for place, (character, symbol) in enumerate(zip(text, read.symbol_at.tolist(), strict=True))
            if symbol >= 0
        ]
        rows = [row for row in rows if len(row[2].tokens)]
        if not rows:
            return Candidates(np.empty(0, np.int64), "", np.empty((0, len(FEATURES))))
        sizes = [len(options.tokens) for _, _, options in rows]
        places = np.repeat([place for place, _, _ in rows], sizes)
        symbols = np.repeat([symbol for _, symbol, _ in rows], sizes)
        stacked = np.array([np.concatenate([getattr(row[2], name) for row in rows]) for name in ("tokens", "sounds", "likenesses", "habits")])  # fmt: skip
        words = self._make_words(read, symbols, stacked[0])
        fitting = words | known.gains.fits(read, symbols, stacked[0])
        stacked = np.concatenate([stacked, words[None]])
        return self._looked_at(text, read, places[fitting], symbols[fitting], stacked[:, fitting])

    def _make_words(self, read: Any, symbols: Int64, tokens: Int64) -> Bool:
        after = read.tokens[np.minimum(symbols + 1, len(read.tokens) - 1)]
        return self._make_word(read.tokens[symbols - 1], tokens) | self._make_word(tokens, after)

    def _options_of(self, character: str) -> Options:
        told = self._knowledge.confusions.confusions(character)
        habits = self._knowledge.habits.get(character, frozenset())
        return Options(
            self._knowledge.gains.tokens([confusion.character for confusion in told]),
            np.array([confusion.sound for confusion in told], np.int64),
            np.array([confusion.shape_rank for confusion in told], np.int64),
            np.array([confusion.character in habits for confusion in told], bool),
        )

    def _looked_at(self, text: str, read: Any, places: Int64, symbols: Int64, stacked: Int64) -> Candidates:
        gains = self._knowledge.gains
        worth, lengths = gains.windows(read, symbols, stacked[0])
        there, which = np.unique(symbols, return_inverse=True)
        was_worth, was_lengths = gains.windows(read, there, read.tokens[there])
        gain = worth - was_worth[which]
        rank, margin = _ranks(symbols, gain)
        chosen = (gain > LEAST_GAIN) & (rank < np.where(stacked[4] > 0, KEPT_WORDS, KEPT))
        columns = {
            "gain": gain, "margin": margin, "attested": lengths, "was_attested": was_lengths[which],
            "was_probability": was_worth[which], "frequency": gains.frequencies[stacked[0]],
            "was_frequency": gains.frequencies[read.tokens[symbols]], "habit": stacked[3],
        }  # fmt: skip
        told = {name: np.asarray(column[chosen], np.float64) for name, column in columns.items()}
        meant = "".join(chr(code) for code in gains.characters[stacked[0][chosen]].tolist())
        told |= _kinds(stacked[1][chosen], stacked[2][chosen])
        told |= self._words(text, places[chosen], meant)
        return Candidates(places[chosen], meant, _matrix(told))

    def _words(self, text: str, places: Int64, meant: str) -> dict[str, Float64]:
        known = self._knowledge
        division = Division(text, known.words)
        there = sorted(set(places.tolist()))
        was = dict(zip(there, division.with_characters(there, [text[place] for place in there]), strict=True))
        rows = [
            (
                now.gain, *_word(now.word, known), *_word(was[place].word, known),
                {text[place], character} <= PRONOUNS, *_particles(text[place], character, place, division, known),
            )
            for place, character, now in zip(
                places.tolist(), meant, division.with_characters(places.tolist(), meant), strict=True
            )
        ]  # fmt: skip
        names = (
            "word_gain", "in_word", "in_long_word", "word_count", "listed", "alone",
            "was_in_word", "was_in_long_word", "was_word_count", "was_listed", "was_alone", "pronoun",
            "particle", "particle_fits", "particle_fitted", "meant_di", "meant_de",
        )  # fmt: skip
        table = np.array(rows, np.float64).reshape(len(rows), len(names))
        return dict(zip(names, table.T, strict=True))


def _word(word: str, known: Knowledge) -> tuple[float, ...]:
    """Whether it has several characters, more than two, how common it then is, whether learners have it; whether it stands alone."""
    if len(word) < 2:
        return 0.0, 0.0, 0.0, 0.0, 1.0
    return 1.0, float(len(word) > 2), known.words.log_probability(word) + 11.0, float(word in known.listed), 0.0


def _particles(written: str, meant: str, place: int, division: Division, known: Knowledge) -> tuple[bool, ...]:
    """Whether it is about 的, 地 and 得; whether the neighbours ask for the one meant, and for the one written; which is meant."""
    if not {written, meant} <= PARTICLES:
        return False, False, False, False, False
    before, after = division.before(place), division.after(place)
    fits, fitted = (asked_for(one, before, after, known.listed) for one in (meant, written))
    return True, fits, fitted, meant == "地", meant == "得"


def _ranks(symbols: Int64, gain: Float64) -> tuple[Int64, Float64]:
    """Rank of each candidate in its place from 0, and what it has more than the best other one there."""
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


def _kinds(sounds: Int64, likenesses: Int64) -> dict[str, Float64]:
    names = ("same_sound", "other_tone", "near_sound", "far_sound")
    told = {name: (sounds == number).astype(np.float64) for number, name in enumerate(names)}
    return told | {
        "looks_like": (likenesses >= 0).astype(np.float64),
        "looks_very_like": ((likenesses >= 0) & (likenesses < 4)).astype(np.float64),
    }


def _matrix(told: dict[str, Float64]) -> Float64:
    gain, words = np.clip(told["gain"], LEAST_GAIN, 14), np.clip(told["word_gain"], -10, 16)
    told |= {
        "gain": gain, "word_gain": words, "first_gain": np.minimum(gain, 3.0), "least_gain": np.minimum(gain, words),
        "long_gain": np.maximum(gain - 7, 0), "first_word_gain": np.minimum(words, 3.0),
        "long_word_gain": np.maximum(words - 8, 0), "margin": np.clip(told["margin"], -6, 6),
        "was_probability": np.clip(told["was_probability"], -50, -5) / 5,
        "attested": told["attested"] / 5, "was_attested": told["was_attested"] / 5,
    }  # fmt: skip
    return np.stack([np.asarray(told[name], np.float64) for name in FEATURES], axis=1)
