"""What a learner may have meant with a word: words put in, taken out, exchanged, put elsewhere.

Only changes that a word bigram model does not find far worse than what is written are looked at closely; that keeps some six of
a hundred for each character.
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

INSERT, DELETE, EXCHANGE, MOVE = range(4)
"""Operations."""
MARK = -1
"""Number of what is no word: the edge of a sentence, or a mark in it."""
KEPT = (4, 1, 3, 1)
"""Candidates of a place that are looked at closely, by operation."""
LEAST_SCORE = (-13.0, -12.0, -12.0, -1.0)
"""Sum of the word gain and the prior, nats, below which nothing of an operation was right on the fitting half of the learners' text."""
OPTIONS_KEPT = 4096
"""Words of which it is kept what may have been meant with them: most of any essay, and no more memory however many are read."""
TAGS = (
    "", "PUNCT", "SYM", "X", "INTJ", "NUM", "DET", "PRON", "PROPN", "NOUN", "ADJ", "VERB", "AUX", "ADV", "ADP", "PART",
    "CCONJ", "SCONJ",
)  # fmt: skip
"""Parts of speech by their numbers, those that do like work near one another; "" is the edge of a sentence."""
NUMBER_OF = {tag: number for number, tag in enumerate(TAGS)}


class Bigrams(Protocol):
    """Counted pairs of words."""

    def ids(self, words: Sequence[str]) -> Int64:
        """Numbers of the words; unknown ones share one."""
        ...

    def log_probabilities(self, left: Int64, right: Int64) -> Float64:
        """Of the right word after the left one, natural logarithm; a mark is `MARK`."""
        ...


@dataclass(frozen=True)
class Tokens:
    """Words of a parsed text in a row, with an empty one before and after each sentence, and one before all."""

    words: Sequence[str]
    starts: Int64
    ends: Int64
    """Code points of the text; of an empty one both are the edge of the sentence."""
    tags: Int64
    ids: Int64
    sentences: Int64
    """Number of the sentence."""
    heads: Int64
    """What governs each word; 0, the empty word before all, where nothing does."""
    objects: Int64
    """Its object, likewise."""

    @property
    def inner(self) -> Bool:
        """Whether it is a word or number, and no mark."""
        return np.asarray(self.ids != MARK, bool)


def tokens_of(parsed: ParsedText, bigrams: Bigrams) -> Tokens:
    """The words of all sentences. Each has edges of its own, so that what is found in it does not rest on what stands beside it."""
    words, rows = [""], [(0, 0, 0, 0, 0, 0)]
    for number, sentence in enumerate(parsed.sentences):
        rows.append((sentence.start, sentence.start, 0, number, 0, 0))
        first = len(rows)
        objects = {token.head: place for place, token in enumerate(sentence.tokens) if token.relation == "obj"}
        for place, token in enumerate(sentence.tokens):
            head = first + token.head if token.head >= 0 else 0
            governed = first + objects[place] if place in objects else 0
            rows.append((token.start, token.end, NUMBER_OF.get(token.tag, NUMBER_OF["X"]), number, head, governed))
        words += ["", *sentence.words, ""]
        end = sentence.start + len(sentence.text)
        rows.append((end, end, 0, number, 0, 0))
    starts, ends, tags, sentences, heads, governed_words = np.array(rows, np.int64).T
    ids = bigrams.ids(words)
    ids[tags <= NUMBER_OF["PUNCT"]] = MARK
    return Tokens(words, starts, ends, tags, ids, sentences, heads, governed_words)


@dataclass(frozen=True)
class Habits:
    """What learners leave out, put in too many, and mix up: counts of the training text as natural logarithms of rates.

    Parameters
    ----------
    missing, extra : words with the logarithm of how often one is missing (extra) in a place (for each time that it is written)
    mixed : for each word those that were meant with it, with the logarithm of how often for each time that it is written
    """

    missing: Mapping[str, float]
    extra: Mapping[str, float]
    mixed: Mapping[str, Mapping[str, float]]

    @cached_property
    def rates(self) -> dict[str, float]:
        """How often a word is written where another was meant, whichever."""
        return {word: float(np.log(np.sum(np.exp(list(rates.values()))))) for word, rates in self.mixed.items()}


@dataclass(frozen=True)
class Candidates:
    """Changes, in no order. Arrays of one length."""

    operation: Int64
    first: Int64
    """First word that is changed; what is put in stands before it."""
    last: Int64
    """The one after the last."""
    new: list[str]
    new_first: Int64
    new_last: Int64
    """Numbers of the first and the last word of what should stand there; `MARK` - 1 where nothing should."""
    gain: Float64
    """Of the log probability by word bigrams, nats."""
    prior: Float64

    def __len__(self) -> int:
        return len(self.new)

    def changes(self, tokens: Tokens) -> list[tuple[int, int, str]]:
        """Start and end in code points of the text, and what should stand there."""
        starts = tokens.starts[self.first]
        ends = np.where(self.last > self.first, tokens.ends[np.maximum(self.last - 1, 0)], starts)
        return list(zip(starts.tolist(), ends.tolist(), self.new, strict=True))


NOTHING = MARK - 1


class Finder:
    """Finds the candidates of a parsed text.

    Parameters
    ----------
    bigrams : counted pairs of words
    habits : what learners do
    alike : gives for a word those of the list that are like it in form or in use
    """

    def __init__(self, bigrams: Bigrams, habits: Habits, alike: Callable[[str], Sequence[str]]) -> None:
        self._bigrams, self._habits, self._alike = bigrams, habits, alike
        self._options = bounded_cache(OPTIONS_KEPT)(self._found_options)

    @cached_property
    def _missing(self) -> tuple[list[str], Int64, Float64]:
        words = list(self._habits.missing)
        return words, self._bigrams.ids(words), np.array([self._habits.missing[word] for word in words])

    def _found_options(self, word: str) -> tuple[list[str], Int64, Float64]:
        """Words that may have been meant with a word, their numbers and rates."""
        rates = dict.fromkeys(self._alike(word), UNSEEN) | dict(self._habits.mixed.get(word, {}))
        words = list(rates)
        return words, self._bigrams.ids(words), np.array([rates[one] for one in words], np.float64)

    def candidates(self, tokens: Tokens) -> Candidates:
        """All operations."""
        found = [self._inserted(tokens), self._deleted(tokens), self._exchanged(tokens), *self._moved(tokens)]
        return together([each for each in found if len(each)])

    def _inserted(self, tokens: Tokens) -> Candidates:
        ids = tokens.ids
        words, numbers, prior = self._missing
        places = np.flatnonzero(tokens.inner[1:] | tokens.inner[:-1]) + 1
        places = places[tokens.starts[places] == tokens.ends[places - 1]]
        left, right = ids[places - 1], ids[places]
        shape = len(places), len(words)
        before = np.repeat(left, len(words))
        after = np.repeat(right, len(words))
        what = np.tile(numbers, len(places))
        gain = self._pair(before, what) + self._pair(what, after) - np.repeat(self._pair(left, right), len(words))
        score = gain.reshape(shape) + prior
        # 我我 is never meant.
        score[(numbers[None] == left[:, None]) | (numbers[None] == right[:, None])] = -np.inf
        rows, columns = _best(score, KEPT[INSERT], LEAST_SCORE[INSERT])
        at = places[rows]
        return Candidates(
            np.full(len(at), INSERT), at, at, [words[column] for column in columns.tolist()],
            numbers[columns], numbers[columns], gain.reshape(shape)[rows, columns], prior[columns],
        )  # fmt: skip

    def _deleted(self, tokens: Tokens) -> Candidates:
        extra = self._habits.extra
        places = np.array([
            place for place, word in enumerate(tokens.words)
            if word and (word in extra or word == tokens.words[place - 1])
        ], np.int64)  # fmt: skip
        places = places[tokens.inner[places]] if len(places) else places
        before, what, after = tokens.ids[places - 1], tokens.ids[places], tokens.ids[places + 1]
        gain = self._pair(before, after) - self._pair(before, what) - self._pair(what, after)
        prior = np.array([extra.get(tokens.words[place], UNSEEN) for place in places.tolist()], np.float64)
        kept = gain + prior > LEAST_SCORE[DELETE]
        places = places[kept]
        nothing = np.full(len(places), NOTHING)
        return Candidates(
            np.full(len(places), DELETE), places, places + 1, [""] * len(places), nothing, nothing, gain[kept], prior[kept]
        )  # fmt: skip

    def _exchanged(self, tokens: Tokens) -> Candidates:
        places = np.flatnonzero(tokens.inner)
        told = [self._options(tokens.words[place]) for place in places.tolist()]
        sizes = [len(each[0]) for each in told]
        if not sum(sizes):
            return EMPTY
        at = np.repeat(places, sizes)
        numbers, prior = (np.concatenate([each[part] for each in told]) for part in (1, 2))
        words = [word for each in told for word in each[0]]
        before, what, after = tokens.ids[at - 1], tokens.ids[at], tokens.ids[at + 1]
        gain = self._pair(before, numbers) + self._pair(numbers, after) - self._pair(before, what) - self._pair(what, after)  # fmt: skip
        score = gain + prior
        order = np.lexsort((-score, at))
        rank = np.arange(len(at)) - np.repeat(np.flatnonzero(np.r_[True, np.diff(at) != 0]), [size for size in sizes if size])  # fmt: skip
        chosen = order[(rank < KEPT[EXCHANGE]) & (score[order] > LEAST_SCORE[EXCHANGE])]
        return Candidates(
            np.full(len(chosen), EXCHANGE), at[chosen], at[chosen] + 1, [words[each] for each in chosen.tolist()],
            numbers[chosen], numbers[chosen], gain[chosen], prior[chosen],
        )  # fmt: skip

    def _moved(self, tokens: Tokens) -> list[Candidates]:
        """Two neighbours the other way round; the first of three last, the last of three first."""
        worth = self._by_distance(tokens.ids)
        return [self._rotated(tokens, size, by, worth) for size, by in ((2, 1), (3, 1), (3, 2))]

    def _by_distance(self, ids: Int64) -> dict[int, Float64]:
        """For each word how well that which stands so many places on goes behind it; beyond the text that of its edge."""
        places = np.arange(len(ids))
        others = [ids[np.clip(places + distance, 0, len(ids) - 1)] for distance in DISTANCES]
        found = self._pair(np.tile(ids, len(DISTANCES)), np.concatenate(others))
        return dict(zip(DISTANCES, found.reshape(len(DISTANCES), len(ids)), strict=True))

    def _rotated(self, tokens: Tokens, size: int, by: int, worth: Mapping[int, Float64]) -> Candidates:
        """`size` words in a row, the first `by` of them put last."""
        ids, inner = tokens.ids, tokens.inner
        count = len(ids) - size
        if count < 2:
            return EMPTY
        first = np.arange(1, count)
        whole = np.all([inner[first + step] for step in range(size)], axis=0)
        joined = np.all(
            [tokens.starts[first + step + 1] == tokens.ends[first + step] for step in range(size - 1)], axis=0
        )
        first = first[whole & joined]
        order = [-1, *range(by, size), *range(by), size]
        gain = np.sum([worth[after - before][first + before] for before, after in itertools.pairwise(order)], axis=0)
        gain = gain - np.sum([worth[1][first + step] for step in range(-1, size)], axis=0)
        kept = (gain > LEAST_SCORE[MOVE]) & (ids[first + by] != ids[first])
        first, words, gain = first[kept], tokens.words, gain[kept]
        new = ["".join([*words[at + by : at + size], *words[at : at + by]]) for at in first.tolist()]
        return Candidates(
            np.full(len(first), MOVE), first, first + size, new, ids[first + by], ids[first + by - 1], gain,
            np.zeros(len(first)),
        )  # fmt: skip

    def _pair(self, left: Int64, right: Int64) -> Float64:
        return self._bigrams.log_probabilities(left, right)


DISTANCES = (1, 2, 3, -1, -2)
"""Between words that become neighbours where two or three change places."""
UNSEEN = -9.0
"""Rate, natural logarithm, of an exchange that the training text does not hold: some one in ten thousand words."""


def _best(score: Float64, kept: int, least: float) -> tuple[Int64, Int64]:
    """Rows and columns of the best of each row that are above the least."""
    kept = min(kept, score.shape[1])
    columns = (
        np.argpartition(-score, max(kept - 1, 0), axis=1)[:, :kept] if kept else np.empty((len(score), 0), np.int64)
    )
    rows = np.repeat(np.arange(len(score)), kept)
    found = columns.ravel()
    above = score[rows, found] > least
    return rows[above], found[above]


def together(found: Sequence[Candidates]) -> Candidates:
    """Candidates of several operations in one."""
    if not found:
        return EMPTY
    joined = {
        name: np.concatenate([getattr(each, name) for each in found])
        for name in ("operation", "first", "last", "new_first", "new_last", "gain", "prior")
    }
    return Candidates(**joined, new=[new for each in found for new in each.new])


_NO_PLACES, _NO_NUMBERS = np.empty(0, np.int64), np.empty(0)
EMPTY = Candidates(_NO_PLACES, _NO_PLACES, _NO_PLACES, [], _NO_PLACES, _NO_PLACES, _NO_NUMBERS, _NO_NUMBERS)
