"""The changes that a learner may have intended: words inserted, deleted, substituted or moved.

Only changes that a word bigram model does not rate far worse than what is written become candidates; that keeps about six of a hundred for
each character.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from core.arrays import Bool, Float64, Int64
from core.language.caching import bounded_cache
from core.language.grammar.sentence import ParsedText

INSERT, DELETE, SUBSTITUTE, MOVE = range(4)
"""The operations, by their numbers."""
BOUNDARY = -1
"""The id of a boundary, which is no word: the edge of a sentence, or a punctuation mark in it."""
CANDIDATES_KEPT = (4, 1, 3, 1)
"""How many candidates are kept at each position, by operation."""
LEAST_SCORE = (-13.0, -12.0, -12.0, -1.0)
"""For each operation the sum of the word gain and the prior, in nats, below which no change was right in the half of the learners' text used for
fitting."""
WORDS_REMEMBERED = 4096
"""For how many words the substitutes are remembered: most words of any essay, within bounded memory however many essays are read."""
TAGS = (
    "", "PUNCT", "SYM", "X", "INTJ", "NUM", "DET", "PRON", "PROPN", "NOUN", "ADJ", "VERB", "AUX", "ADV", "ADP", "PART",
    "CCONJ", "SCONJ",
)  # fmt: skip
"""Parts of speech by their numbers, so that those of similar function are near one another; "" is the edge of a sentence."""
NUMBER_OF = {tag: number for number, tag in enumerate(TAGS)}


class Bigrams(Protocol):
    """A word bigram model."""

    def ids(self, words: Sequence[str]) -> Int64:
        """Ids of the words; unknown words share one."""
        ...

    def log_probabilities(self, left: Int64, right: Int64) -> Float64:
        """Natural logarithm of the probability of each right word after the left one; a punctuation mark is `BOUNDARY`."""
        ...


@dataclass(frozen=True)
class Tokens:
    """The words of a parsed text in a row, with an empty one before and after each sentence, and one before all.

    Arrays have one element for each word.
    """

    words: Sequence[str]
    starts: Int64
    ends: Int64
    """Starts and ends are code points of the text; for an empty word both are the edge of the sentence."""
    tags: Int64
    ids: Int64
    sentence_numbers: Int64
    """The number of the sentence that the word belongs to."""
    heads: Int64
    """The index of each word's syntactic head; 0, the empty word before all, for a word without one."""
    objects: Int64
    """The index of each word's object, likewise."""

    @property
    def is_word(self) -> Bool:
        """Whether each is a word or number, and not a boundary."""
        return np.asarray(self.ids != BOUNDARY, bool)


def tokens_of(parsed: ParsedText, bigrams: Bigrams) -> Tokens:
    """The words of all sentences. Each sentence has edges of its own, so that its candidates do not depend on its neighbours."""
    words, rows = [""], [(0, 0, 0, 0, 0, 0)]
    for number, sentence in enumerate(parsed.sentences):
        rows.append((sentence.start, sentence.start, 0, number, 0, 0))
        first_row = len(rows)
        object_of = {token.head: index for index, token in enumerate(sentence.tokens) if token.relation == "obj"}
        for index, token in enumerate(sentence.tokens):
            head = first_row + token.head if token.head >= 0 else 0
            object_row = first_row + object_of[index] if index in object_of else 0
            rows.append((token.start, token.end, NUMBER_OF.get(token.tag, NUMBER_OF["X"]), number, head, object_row))
        words += ["", *sentence.words, ""]
        end = sentence.start + len(sentence.text)
        rows.append((end, end, 0, number, 0, 0))
    starts, ends, tags, sentence_numbers, heads, objects = np.array(rows, np.int64).T
    ids = bigrams.ids(words)
    ids[tags <= NUMBER_OF["PUNCT"]] = BOUNDARY
    return Tokens(words, starts, ends, tags, ids, sentence_numbers, heads, objects)


@dataclass(frozen=True)
class ErrorRates:
    """How often learners leave words out, write superfluous ones and mix words up in the training text, as natural logarithms of rates.

    Parameters
    ----------
    missing : words with the logarithm of how often each is missing at a position
    extra : words with the logarithm of how often each is superfluous, for each time that it is written
    mixed : for each word the words intended by it, with the logarithm of how often, for each time that it is written
    """

    missing: Mapping[str, float]
    extra: Mapping[str, float]
    mixed: Mapping[str, Mapping[str, float]]

    @cached_property
    def rates(self) -> dict[str, float]:
        """How often each word is written where any other was intended."""
        return {word: float(np.log(np.sum(np.exp(list(rates.values()))))) for word, rates in self.mixed.items()}


@dataclass(frozen=True)
class UsageCandidates:
    """Candidate changes in no particular order. All arrays have the same length."""

    operation: Int64
    start: Int64
    """Index of the first word that is changed; an insertion stands before it."""
    stop: Int64
    """Index after the last word that is changed."""
    replacements: list[str]
    first_replacement_id: Int64
    last_replacement_id: Int64
    """Ids of the first and the last word of the replacement; `NO_REPLACEMENT` for a deletion."""
    gain: Float64
    """Gain of the log probability under the word bigram model, in nats."""
    prior: Float64
    """Logarithm of how often learners make the error."""

    def __len__(self) -> int:
        return len(self.replacements)

    def changes(self, tokens: Tokens) -> list[tuple[int, int, str]]:
        """Start and end of each change in code points of the text, and its replacement."""
        starts = tokens.starts[self.start]
        ends = np.where(self.stop > self.start, tokens.ends[np.maximum(self.stop - 1, 0)], starts)
        return list(zip(starts.tolist(), ends.tolist(), self.replacements, strict=True))


NO_REPLACEMENT = BOUNDARY - 1


class UsageCandidateFinder:
    """Finds the candidates of a parsed text.

    Parameters
    ----------
    bigrams : the word bigram model
    error_rates : how often learners make which error
    similar_words : gives for a word the listed words that are similar in form or use
    """

    def __init__(
        self, bigrams: Bigrams, error_rates: ErrorRates, similar_words: Callable[[str], Sequence[str]]
    ) -> None:
        self._bigrams, self._error_rates, self._similar_words = bigrams, error_rates, similar_words
        self._options = bounded_cache(WORDS_REMEMBERED)(self._options_of)

    @cached_property
    def _missing(self) -> tuple[list[str], Int64, Float64]:
        words = list(self._error_rates.missing)
        return words, self._bigrams.ids(words), np.array([self._error_rates.missing[word] for word in words])

    def _options_of(self, word: str) -> tuple[list[str], Int64, Float64]:
        """The words that may have been intended by a word, their ids and rates."""
        rates = dict.fromkeys(self._similar_words(word), UNSEEN_RATE) | dict(self._error_rates.mixed.get(word, {}))
        words = list(rates)
        return words, self._bigrams.ids(words), np.array([rates[option] for option in words], np.float64)

    def candidates(self, tokens: Tokens) -> UsageCandidates:
        """The candidates of all operations."""
        by_operation = [self._inserted(tokens), self._deleted(tokens), self._substituted(tokens), *self._moved(tokens)]
        return concatenated([candidates for candidates in by_operation if len(candidates)])

    def _inserted(self, tokens: Tokens) -> UsageCandidates:
        ids = tokens.ids
        inserted_words, inserted_ids, prior = self._missing
        positions = np.flatnonzero(tokens.is_word[1:] | tokens.is_word[:-1]) + 1
        positions = positions[tokens.starts[positions] == tokens.ends[positions - 1]]
        left, right = ids[positions - 1], ids[positions]
        shape = len(positions), len(inserted_words)
        before = np.repeat(left, len(inserted_words))
        after = np.repeat(right, len(inserted_words))
        inserted = np.tile(inserted_ids, len(positions))
        gain = (
            self._pair(before, inserted)
            + self._pair(inserted, after)
            - np.repeat(self._pair(left, right), len(inserted_words))
        )
        score = gain.reshape(shape) + prior
        # 我我 is never intended.
        score[(inserted_ids[None] == left[:, None]) | (inserted_ids[None] == right[:, None])] = -np.inf
        rows, columns = _best(score, CANDIDATES_KEPT[INSERT], LEAST_SCORE[INSERT])
        indices = positions[rows]
        return UsageCandidates(
            np.full(len(indices), INSERT), indices, indices, [inserted_words[column] for column in columns.tolist()],
            inserted_ids[columns], inserted_ids[columns], gain.reshape(shape)[rows, columns], prior[columns],
        )  # fmt: skip

    def _deleted(self, tokens: Tokens) -> UsageCandidates:
        extra = self._error_rates.extra
        indices = np.array([
            index for index, word in enumerate(tokens.words)
            if word and (word in extra or word == tokens.words[index - 1])
        ], np.int64)  # fmt: skip
        indices = indices[tokens.is_word[indices]] if len(indices) else indices
        before, deleted, after = tokens.ids[indices - 1], tokens.ids[indices], tokens.ids[indices + 1]
        gain = self._pair(before, after) - self._pair(before, deleted) - self._pair(deleted, after)
        prior = np.array([extra.get(tokens.words[index], UNSEEN_RATE) for index in indices.tolist()], np.float64)
        likely = gain + prior > LEAST_SCORE[DELETE]
        indices = indices[likely]
        no_replacement = np.full(len(indices), NO_REPLACEMENT)
        return UsageCandidates(
            np.full(len(indices), DELETE), indices, indices + 1, [""] * len(indices), no_replacement, no_replacement, gain[likely], prior[likely]
        )  # fmt: skip

    def _substituted(self, tokens: Tokens) -> UsageCandidates:
        word_indices = np.flatnonzero(tokens.is_word)
        options = [self._options(tokens.words[index]) for index in word_indices.tolist()]
        sizes = [len(option[0]) for option in options]
        if not sum(sizes):
            return NO_CANDIDATES
        indices = np.repeat(word_indices, sizes)
        substitute_ids, prior = (np.concatenate([option[part] for option in options]) for part in (1, 2))
        substitutes = [word for option in options for word in option[0]]
        before, written, after = tokens.ids[indices - 1], tokens.ids[indices], tokens.ids[indices + 1]
        gain = self._pair(before, substitute_ids) + self._pair(substitute_ids, after) - self._pair(before, written) - self._pair(written, after)  # fmt: skip
        score = gain + prior
        order = np.lexsort((-score, indices))
        rank = np.arange(len(indices)) - np.repeat(np.flatnonzero(np.r_[True, np.diff(indices) != 0]), [size for size in sizes if size])  # fmt: skip
        chosen = order[(rank < CANDIDATES_KEPT[SUBSTITUTE]) & (score[order] > LEAST_SCORE[SUBSTITUTE])]
        return UsageCandidates(
            np.full(len(chosen), SUBSTITUTE), indices[chosen], indices[chosen] + 1, [substitutes[option] for option in chosen.tolist()],
            substitute_ids[chosen], substitute_ids[chosen], gain[chosen], prior[chosen],
        )  # fmt: skip

    def _moved(self, tokens: Tokens) -> list[UsageCandidates]:
        """Two neighbours exchanged; the first of three moved to the end, the last of three moved to the beginning."""
        pair_scores = self._pair_scores_by_distance(tokens.ids)
        return [self._rotated(tokens, size, by, pair_scores) for size, by in ((2, 1), (3, 1), (3, 2))]

    def _pair_scores_by_distance(self, ids: Int64) -> dict[int, Float64]:
        """For each word and distance the log probability of the word at that distance, as if it followed directly; beyond the text that of its edge."""
        indices = np.arange(len(ids))
        others = [ids[np.clip(indices + distance, 0, len(ids) - 1)] for distance in NEIGHBOUR_DISTANCES]
        log_probabilities = self._pair(np.tile(ids, len(NEIGHBOUR_DISTANCES)), np.concatenate(others))
        return dict(
            zip(NEIGHBOUR_DISTANCES, log_probabilities.reshape(len(NEIGHBOUR_DISTANCES), len(ids)), strict=True)
        )

    def _rotated(self, tokens: Tokens, size: int, rotation: int, pair_scores: Mapping[int, Float64]) -> UsageCandidates:
        """Candidates that move the first `rotation` of `size` words in a row to the end."""
        ids, is_word = tokens.ids, tokens.is_word
        count = len(ids) - size
        if count < 2:
            return NO_CANDIDATES
        first = np.arange(1, count)
        all_words = np.all([is_word[first + step] for step in range(size)], axis=0)
        adjacent = np.all(
            [tokens.starts[first + step + 1] == tokens.ends[first + step] for step in range(size - 1)], axis=0
        )
        first = first[all_words & adjacent]
        order = [-1, *range(rotation, size), *range(rotation), size]
        gain = np.sum(
            [pair_scores[after - before][first + before] for before, after in itertools.pairwise(order)], axis=0
        )
        gain = gain - np.sum([pair_scores[1][first + step] for step in range(-1, size)], axis=0)
        likely = (gain > LEAST_SCORE[MOVE]) & (ids[first + rotation] != ids[first])
        first, words, gain = first[likely], tokens.words, gain[likely]
        replacements = [
            "".join([*words[index + rotation : index + size], *words[index : index + rotation]])
            for index in first.tolist()
        ]
        return UsageCandidates(
            np.full(len(first), MOVE), first, first + size, replacements, ids[first + rotation], ids[first + rotation - 1], gain,
            np.zeros(len(first)),
        )  # fmt: skip

    def _pair(self, left: Int64, right: Int64) -> Float64:
        """Log probabilities of pairs of neighbours."""
        return self._bigrams.log_probabilities(left, right)


NEIGHBOUR_DISTANCES = (1, 2, 3, -1, -2)
"""Distances between words that become neighbours when two or three words are rotated."""
UNSEEN_RATE = -9.0
"""Natural logarithm of the rate of a substitution that the training text does not contain: about one in ten thousand words."""


def _best(score: Float64, kept: int, least: float) -> tuple[Int64, Int64]:
    """Rows and columns of the `kept` best scores of each row that are above `least`."""
    kept = min(kept, score.shape[1])
    columns = (
        np.argpartition(-score, max(kept - 1, 0), axis=1)[:, :kept] if kept else np.empty((len(score), 0), np.int64)
    )
    rows = np.repeat(np.arange(len(score)), kept)
    best_columns = columns.ravel()
    above = score[rows, best_columns] > least
    return rows[above], best_columns[above]


def concatenated(parts: Sequence[UsageCandidates]) -> UsageCandidates:
    """The candidates of several operations together."""
    if not parts:
        return NO_CANDIDATES
    arrays = {
        name: np.concatenate([getattr(part, name) for part in parts])
        for name in ("operation", "start", "stop", "first_replacement_id", "last_replacement_id", "gain", "prior")
    }
    return UsageCandidates(**arrays, replacements=[replacement for part in parts for replacement in part.replacements])


_NO_INDICES, _NO_NUMBERS = np.empty(0, np.int64), np.empty(0)
NO_CANDIDATES = UsageCandidates(
    _NO_INDICES, _NO_INDICES, _NO_INDICES, [], _NO_INDICES, _NO_INDICES, _NO_NUMBERS, _NO_NUMBERS
)
