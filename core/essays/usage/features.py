"""What speaks for a change of words: the features of the judge of usage."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.arrays import Bool, Float64, Int64
from core.essays.usage.candidates import DELETE, EXCHANGE, INSERT, MARK, UNSEEN, Candidates, Tokens
from core.language.grammar.sentence import ParsedText

TABLES = ("word_before", "word_after", "tag_before", "tag_after")
"""What a place of a missing or extra word is known by."""


class Characters(Protocol):
    """A character n-gram model."""

    def gains(
        self, texts: Sequence[str], which: Int64, starts: Int64, ends: Int64, new: Sequence[str]
    ) -> tuple[Float64, Float64, Float64, Float64]:
        """What a text gains by each change, nats; how long the n-grams are that the model has read of the new and of the old, and what the
        old loses, each the mean over the characters that take part [shape=(changes,) each].

        Parameters
        ----------
        texts : each read by itself
        which : number of the text that is changed
        starts, ends : code points of that text
        """
        ...


@dataclass(frozen=True)
class Ratios:
    """Logarithms of likelihood ratios: how much oftener a word is missing (extra) beside a neighbour than elsewhere.

    Parameters
    ----------
    rows, columns : the row of each word, the column of each neighbour (a word, or the number of a part of speech)
    steps : array [shape=(rows, columns)], in steps of 1 / `RATIO_STEPS`
    """

    rows: Mapping[str, int]
    columns: Mapping[str | int, int]
    steps: NDArray[np.int8]

    def of(self, word: str, neighbour: str | int) -> float:
        """0 where nothing is known."""
        row, column = self.rows.get(word, -1), self.columns.get(neighbour, -1)
        return int(self.steps[row, column]) / RATIO_STEPS if row >= 0 and column >= 0 else 0.0


RATIO_STEPS = 30


@dataclass(frozen=True)
class Company:
    """Beside what learners leave a word out or write one too many, for each operation and each of `TABLES`."""

    ratios: Mapping[tuple[int, str], Ratios]

    def of(self, operation: int, word: str, neighbours: Sequence[str | int]) -> list[float]:
        """For each of `TABLES`."""
        return [
            self.ratios[operation, table].of(word, neighbour)
            for table, neighbour in zip(TABLES, neighbours, strict=True)
        ]


FEATURES = (
    "operation", "word_gain", "prior", "character_gain", "read_new", "read_old", "surprise", "fit_before", "fit_after",
    "was_before", "was_after", "smooth_gain", "smooth_was", "likeness", "head_gain", "head_was", "smooth_head_gain",
    "object_gain", "object_was", "smooth_object_gain", "mixed",
    "word_before", "word_after", "tag_before", "tag_after", "rank", "margin", "place_rank", "length", "new_length",
    "known", "new_known", "listed", "new_listed", "listed_before", "listed_after", "frequency", "new_frequency",
    "shares_first", "shares_last", "jumbled", "doubled", "at_start", "at_end", "sentence", "kind_2_before", "kind_before",
    "kind", "kind_last", "kind_after", "kind_2_after",
)  # fmt: skip
"""Columns of a feature matrix. Those that begin with "kind" are numbers of parts of speech."""


class Counts(Protocol):
    """What is known of words and pairs of them."""

    def log_probabilities(self, left: Int64, right: Int64) -> Float64: ...
    def frequencies(self, ids: Int64) -> Float64:
        """Natural logarithms; of unknown words that of the rarest."""
        ...

    def known(self, ids: Int64) -> Bool: ...


class Vectors(Protocol):
    """Words as vectors of what stands beside them."""

    def associations(self, left: Int64, right: Int64) -> Float64:
        """How well the right word goes behind the left one, from pairs of like words; 0 where one has no vector."""
        ...

    def likeness(self, one: Int64, other: Int64) -> Float64:
        """Cosine of what stands beside two words; 0 where one has no vector."""
        ...


@dataclass(frozen=True)
class Featurer:
    """Describes candidates by numbers."""

    counts: Counts
    vectors: Vectors
    characters: Characters
    company: Company
    mixed: Mapping[str, float]
    """How often a word is written where another was meant, natural logarithm of the rate; `UNSEEN` for others."""
    listed: frozenset[str]

    def features(self, parsed: ParsedText, tokens: Tokens, found: Candidates) -> Float64:
        """[shape=(len(found), len(FEATURES))]"""
        first, last, ids, tags = found.first, found.last, tokens.ids, tokens.tags
        # What is put in changes nothing: of the word after it only the start counts.
        final = np.maximum(last - 1, first)
        starts = tokens.starts[first]
        ends = np.where(last > first, tokens.ends[final], starts)
        which = tokens.sentences[first]
        begins = np.array([sentence.start for sentence in parsed.sentences], np.int64)[which]
        texts = [sentence.text for sentence in parsed.sentences]
        gain, read_new, read_old, surprise = self.characters.gains(
            texts, which, starts - begins, ends - begins, found.new
        )
        told = {
            "operation": found.operation, "word_gain": found.gain, "prior": found.prior,
            "character_gain": gain, "read_new": read_new, "read_old": read_old, "surprise": surprise,
            "length": ends - starts, "new_length": [len(new) for new in found.new],
            "known": self.counts.known(ids[first]), "frequency": self.counts.frequencies(ids[first]),
            "at_start": ids[first - 1] == MARK, "at_end": ids[last] == MARK,
            "kind_2_before": np.where(tags[first - 1], tags[first - 2], 0), "kind_before": tags[first - 1], "kind": tags[first],
            "kind_last": tags[final], "kind_after": tags[last],
            "kind_2_after": np.where(tags[last], tags[np.minimum(last + 1, len(tags) - 1)], 0),
        }  # fmt: skip
        told |= self._pairs(tokens, found) | self._governed(tokens, found)
        told |= _standing(found, gain) | self._words(tokens, found)
        return np.stack([np.asarray(told[name], np.float64) for name in FEATURES], axis=1)

    def _pairs(self, tokens: Tokens, found: Candidates) -> dict[str, Float64 | Bool]:
        """How what is new goes with what stands on both sides, and how what was there went with it."""
        ids, first, last = tokens.ids, found.first, found.last
        before, after = ids[first - 1], ids[last]
        nothing, inserted = found.new_first < MARK, last == first
        new_first = np.where(nothing, after, found.new_first)
        new_last = np.where(nothing, before, found.new_last)
        old_last = np.where(inserted, before, ids[np.maximum(last - 1, 0)])
        pair, smooth = self.counts.log_probabilities, self.vectors.associations
        new = smooth(before, new_first) + np.where(nothing, 0, smooth(new_last, after))
        old = smooth(before, ids[first]) + np.where(inserted, 0, smooth(old_last, after))
        return {
            "fit_before": pair(before, new_first), "fit_after": pair(new_last, after),
            "was_before": pair(before, ids[first]), "was_after": pair(old_last, after),
            "smooth_gain": new - old, "smooth_was": old, "new_known": self.counts.known(new_first),
            "new_frequency": self.counts.frequencies(new_first),
        }  # fmt: skip

    def _governed(self, tokens: Tokens, found: Candidates) -> dict[str, Float64]:
        """How a word goes with the one that governs it and with its object, however far they stand, and what would stand for it."""
        ids, place = tokens.ids, found.first
        head, governed = tokens.heads[place], tokens.objects[place]
        one = found.last == place + 1
        with_head = one & (ids[head] != MARK) & (np.abs(head - place) > 1)
        with_object = one & (ids[governed] != MARK)
        new = np.where(found.operation == EXCHANGE, found.new_first, ids[place])
        pair, smooth = self.counts.log_probabilities, self.vectors.associations
        left = head < place

        def headed(measure: Callable[[Int64, Int64], Float64], what: Int64) -> Float64:
            found_ = measure(np.where(left, ids[head], what), np.where(left, what, ids[head]))
            return np.where(with_head, found_, 0.0)

        def governing(measure: Callable[[Int64, Int64], Float64], what: Int64) -> Float64:
            return np.where(with_object, measure(what, ids[governed]), 0.0)

        was, object_was = headed(pair, ids[place]), governing(pair, ids[place])
        return {
            "head_was": was, "head_gain": headed(pair, new) - was,
            "smooth_head_gain": headed(smooth, new) - headed(smooth, ids[place]),
            "object_was": object_was, "object_gain": governing(pair, new) - object_was,
            "smooth_object_gain": governing(smooth, new) - governing(smooth, ids[place]),
            "likeness": np.where(found.operation == EXCHANGE, self.vectors.likeness(ids[place], new), 0.0),
        }  # fmt: skip

    def _words(self, tokens: Tokens, found: Candidates) -> dict[str, Float64]:
        words, tags = tokens.words, tokens.tags.tolist()
        listed, size = self.listed, np.bincount(tokens.sentences, tokens.ends - tokens.starts)
        rows = []
        for operation, first, last, new in zip(
            found.operation.tolist(), found.first.tolist(), found.last.tolist(), found.new, strict=True
        ):
            old = "".join(words[first:last])
            company = [0.0] * len(TABLES)
            if operation in (INSERT, DELETE):
                neighbours = words[first - 1], words[last], tags[first - 1], tags[last]
                company = self.company.of(operation, new or old, neighbours)
            exchanged = operation == EXCHANGE
            rows.append((
                *company, old in listed, new in listed, words[first - 1] in listed, words[last] in listed,
                exchanged and old[:1] == new[:1], exchanged and old[-1:] == new[-1:],
                exchanged and sorted(old) == sorted(new), operation == DELETE and old in (words[first - 1], words[last]),
                self.mixed.get(old, UNSEEN),
            ))  # fmt: skip
        names = (
            *TABLES, "listed", "new_listed", "listed_before", "listed_after", "shares_first", "shares_last", "jumbled",
            "doubled", "mixed",
        )  # fmt: skip
        table = np.array(rows, np.float64).reshape(len(rows), len(names))
        sentence = size[tokens.sentences[found.first]].astype(np.float64)
        return dict(zip(names, table.T, strict=True)) | {"sentence": sentence}


def _standing(found: Candidates, character_gain: Float64) -> dict[str, Float64]:
    """By the sum of both gains and the prior: rank of a candidate among those of its place and operation, what it has more than the best other
    one, and its rank among all whose place touches the same word.
    """
    score = found.gain + character_gain + found.prior
    place = found.first * 4 + found.operation
    rank, margin = ranks(place, score)
    any_rank, _ = ranks(found.first, score)
    return {"rank": rank, "margin": margin, "place_rank": any_rank}


def ranks(places: Int64, score: Float64) -> tuple[Float64, Float64]:
    """Rank in its place from 0, and the difference from the best other score there, within 10."""
    order = np.lexsort((-score, places))
    ordered = places[order]
    starts = np.flatnonzero(np.r_[True, np.diff(ordered) != 0])
    group = np.repeat(np.arange(len(starts)), np.diff(np.r_[starts, len(order)]))
    rank = np.empty(len(score))
    rank[order] = np.arange(len(order)) - starts[group]
    best = score[order][starts]
    second_at = np.minimum(starts + 1, len(order) - 1)
    followed = (second_at > starts) & (group[second_at] == np.arange(len(starts)))
    second = np.where(followed, score[order][second_at], -np.inf)
    margin = np.empty(len(score))
    margin[order] = score[order] - np.where(rank[order] == 0, second[group], best[group])
    return rank, np.clip(margin, -10, 10)
