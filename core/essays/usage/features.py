"""The features of the usage model: what speaks for and against a change of words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.arrays import Bool, Float64, Int64
from core.essays.usage.candidates import BOUNDARY, DELETE, INSERT, SUBSTITUTE, UNSEEN_RATE, Tokens, UsageCandidates
from core.language.grammar.sentence import Document

TABLES = ("word_before", "word_after", "tag_before", "tag_after")
"""The neighbours by which the position of a missing or extra word is described."""


class CharacterModel(Protocol):
    """A character n-gram model."""

    def gains(
        self, texts: Sequence[str], text_numbers: Int64, starts: Int64, ends: Int64, replacements: Sequence[str]
    ) -> tuple[Float64, Float64, Float64, Float64]:
        """How each change alters the log probability of its text.

        Parameters
        ----------
        texts : the texts, each read by itself
        text_numbers : for each change the number of the text that is changed
        starts, ends : the span that is changed, in code points of that text
        replacements : what should stand there

        Returns
        -------
        arrays [shape=(changes,) each]
            The gain of the text in nats; the mean length of the n-grams that the model knows of the new text, and of the old one; the mean
            loss of the old text in nats. Means are over the characters that the change affects.
        """
        ...


@dataclass(frozen=True)
class LikelihoodRatios:
    """Logarithms of likelihood ratios: how much more often a word is missing (or extra) beside a neighbour than elsewhere.

    Parameters
    ----------
    rows, columns : the row of each word, and the column of each neighbour (a word, or the number of a part of speech)
    steps : array [shape=(rows, columns)], in steps of 1 / `RATIO_STEPS`
    """

    rows: Mapping[str, int]
    columns: Mapping[str | int, int]
    steps: NDArray[np.int8]

    def log_ratio(self, word: str, neighbour: str | int) -> float:
        """The logarithm of the ratio of a word and a neighbour; 0 where nothing is known."""
        row, column = self.rows.get(word, -1), self.columns.get(neighbour, -1)
        return int(self.steps[row, column]) / RATIO_STEPS if row >= 0 and column >= 0 else 0.0


RATIO_STEPS = 30


@dataclass(frozen=True)
class Collocations:
    """The neighbours beside which learners leave out a word or write a superfluous one, for each operation and each of `TABLES`."""

    ratios: Mapping[tuple[int, str], LikelihoodRatios]

    def log_ratios(self, operation: int, word: str, neighbours: Sequence[str | int]) -> list[float]:
        """The logarithms of the ratios of a word and its neighbours, one for each of `TABLES`."""
        return [
            self.ratios[operation, table].log_ratio(word, neighbour)
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
"""Columns of a feature matrix. Those that begin with "kind" are numbers of parts of speech (`core.essays.usage.candidates.TAGS`)."""


class WordStatistics(Protocol):
    """Probabilities of words and of pairs of words."""

    def log_probabilities(self, left: Int64, right: Int64) -> Float64:
        """See `core.essays.usage.candidates.Bigrams`."""
        ...

    def frequencies(self, ids: Int64) -> Float64:
        """Natural logarithms of the words' probabilities; an unknown word has that of the rarest."""
        ...

    def known(self, ids: Int64) -> Bool:
        """Whether the model contains each word."""
        ...


class Vectors(Protocol):
    """Vectors of words, made from their neighbours in text."""

    def associations(self, left: Int64, right: Int64) -> Float64:
        """How well the right word follows the left one, estimated from pairs of similar words; 0 where one has no vector."""
        ...

    def likeness(self, one: Int64, other: Int64) -> Float64:
        """Cosine similarity of the neighbours of two words; 0 where one has no vector."""
        ...


@dataclass(frozen=True)
class UsageFeatureExtractor:
    """Computes the features of candidates."""

    statistics: WordStatistics
    vectors: Vectors
    characters: CharacterModel
    collocations: Collocations
    substitution_rates: Mapping[str, float]
    """How often a word is written where another was intended, as the natural logarithm of the rate; `UNSEEN_RATE` for other words."""
    listed: frozenset[str]

    def features(self, document: Document, tokens: Tokens, candidates: UsageCandidates) -> Float64:
        """The feature matrix of the candidates [shape=(len(candidates), len(FEATURES))]."""
        first, last, ids, tags = candidates.start, candidates.stop, tokens.ids, tokens.tags
        # An insertion replaces no word: of the word after it only the start counts.
        final = np.maximum(last - 1, first)
        starts = tokens.starts[first]
        ends = np.where(last > first, tokens.ends[final], starts)
        sentence_numbers = tokens.sentence_numbers[first]
        begins = np.array([sentence.start for sentence in document.sentences], np.int64)[sentence_numbers]
        texts = [sentence.text for sentence in document.sentences]
        gain, read_new, read_old, surprise = self.characters.gains(
            texts, sentence_numbers, starts - begins, ends - begins, candidates.replacements
        )
        columns = {
            "operation": candidates.operation, "word_gain": candidates.gain, "prior": candidates.prior,
            "character_gain": gain, "read_new": read_new, "read_old": read_old, "surprise": surprise,
            "length": ends - starts, "new_length": [len(new) for new in candidates.replacements],
            "known": self.statistics.known(ids[first]), "frequency": self.statistics.frequencies(ids[first]),
            "at_start": ids[first - 1] == BOUNDARY, "at_end": ids[last] == BOUNDARY,
            "kind_2_before": np.where(tags[first - 1], tags[first - 2], 0), "kind_before": tags[first - 1], "kind": tags[first],
            "kind_last": tags[final], "kind_after": tags[last],
            "kind_2_after": np.where(tags[last], tags[np.minimum(last + 1, len(tags) - 1)], 0),
        }  # fmt: skip
        columns |= self._pair_features(tokens, candidates) | self._syntax_features(tokens, candidates)
        columns |= _rank_features(candidates, gain) | self._word_features(tokens, candidates)
        return np.stack([np.asarray(columns[name], np.float64) for name in FEATURES], axis=1)

    def _pair_features(self, tokens: Tokens, candidates: UsageCandidates) -> dict[str, Float64 | Bool]:
        """How well the replacement goes with its neighbours on both sides, and how well the written words went with them."""
        ids, first, last = tokens.ids, candidates.start, candidates.stop
        before, after = ids[first - 1], ids[last]
        nothing, inserted = candidates.first_replacement_id < BOUNDARY, last == first
        new_first = np.where(nothing, after, candidates.first_replacement_id)
        new_last = np.where(nothing, before, candidates.last_replacement_id)
        old_last = np.where(inserted, before, ids[np.maximum(last - 1, 0)])
        pair, smooth = self.statistics.log_probabilities, self.vectors.associations
        new = smooth(before, new_first) + np.where(nothing, 0, smooth(new_last, after))
        old = smooth(before, ids[first]) + np.where(inserted, 0, smooth(old_last, after))
        return {
            "fit_before": pair(before, new_first), "fit_after": pair(new_last, after),
            "was_before": pair(before, ids[first]), "was_after": pair(old_last, after),
            "smooth_gain": new - old, "smooth_was": old, "new_known": self.statistics.known(new_first),
            "new_frequency": self.statistics.frequencies(new_first),
        }  # fmt: skip

    def _syntax_features(self, tokens: Tokens, candidates: UsageCandidates) -> dict[str, Float64]:
        """How well a word goes with its head and with its object, however far away they are, and how well its replacement would."""
        ids, index = tokens.ids, candidates.start
        heads, governed_object = tokens.heads[index], tokens.objects[index]
        is_single = candidates.stop == index + 1
        with_head = is_single & (ids[heads] != BOUNDARY) & (np.abs(heads - index) > 1)
        with_object = is_single & (ids[governed_object] != BOUNDARY)
        new = np.where(candidates.operation == SUBSTITUTE, candidates.first_replacement_id, ids[index])
        pair, smooth = self.statistics.log_probabilities, self.vectors.associations
        head_before = heads < index

        def with_head_scores(measure: Callable[[Int64, Int64], Float64], word_ids: Int64) -> Float64:
            scores = measure(np.where(head_before, ids[heads], word_ids), np.where(head_before, word_ids, ids[heads]))
            return np.where(with_head, scores, 0.0)

        def with_object_scores(measure: Callable[[Int64, Int64], Float64], word_ids: Int64) -> Float64:
            return np.where(with_object, measure(word_ids, ids[governed_object]), 0.0)

        was, object_was = with_head_scores(pair, ids[index]), with_object_scores(pair, ids[index])
        return {
            "head_was": was, "head_gain": with_head_scores(pair, new) - was,
            "smooth_head_gain": with_head_scores(smooth, new) - with_head_scores(smooth, ids[index]),
            "object_was": object_was, "object_gain": with_object_scores(pair, new) - object_was,
            "smooth_object_gain": with_object_scores(smooth, new) - with_object_scores(smooth, ids[index]),
            "likeness": np.where(candidates.operation == SUBSTITUTE, self.vectors.likeness(ids[index], new), 0.0),
        }  # fmt: skip

    def _word_features(self, tokens: Tokens, candidates: UsageCandidates) -> dict[str, Float64]:
        words, tags = tokens.words, tokens.tags.tolist()
        listed, sentence_lengths = self.listed, np.bincount(tokens.sentence_numbers, tokens.ends - tokens.starts)
        rows = []
        for operation, first, last, new in zip(
            candidates.operation.tolist(),
            candidates.start.tolist(),
            candidates.stop.tolist(),
            candidates.replacements,
            strict=True,
        ):
            old = "".join(words[first:last])
            log_ratios = [0.0] * len(TABLES)
            if operation in (INSERT, DELETE):
                neighbours = words[first - 1], words[last], tags[first - 1], tags[last]
                log_ratios = self.collocations.log_ratios(operation, new or old, neighbours)
            substituted = operation == SUBSTITUTE
            rows.append((
                *log_ratios, old in listed, new in listed, words[first - 1] in listed, words[last] in listed,
                substituted and old[:1] == new[:1], substituted and old[-1:] == new[-1:],
                substituted and sorted(old) == sorted(new), operation == DELETE and old in (words[first - 1], words[last]),
                self.substitution_rates.get(old, UNSEEN_RATE),
            ))  # fmt: skip
        names = (
            *TABLES, "listed", "new_listed", "listed_before", "listed_after", "shares_first", "shares_last", "jumbled",
            "doubled", "mixed",
        )  # fmt: skip
        table = np.array(rows, np.float64).reshape(len(rows), len(names))
        sentence = sentence_lengths[tokens.sentence_numbers[candidates.start]].astype(np.float64)
        return dict(zip(names, table.T, strict=True)) | {"sentence": sentence}


def _rank_features(candidates: UsageCandidates, character_gain: Float64) -> dict[str, Float64]:
    """Features from the sum of both gains and the prior.

    They are the rank of a candidate among those of its position and operation, its margin over the best other one there, and its rank among
    all candidates that change the same word.
    """
    score = candidates.gain + character_gain + candidates.prior
    position = candidates.start * 4 + candidates.operation
    rank, margin = ranks(position, score)
    rank_of_word, _ = ranks(candidates.start, score)
    return {"rank": rank, "margin": margin, "place_rank": rank_of_word}


def ranks(positions: Int64, score: Float64) -> tuple[Float64, Float64]:
    """The rank of each score at its position, from 0, and its margin over the best other score there, clipped to -10..10."""
    order = np.lexsort((-score, positions))
    ordered = positions[order]
    starts = np.flatnonzero(np.r_[True, np.diff(ordered) != 0])
    group = np.repeat(np.arange(len(starts)), np.diff(np.r_[starts, len(order)]))
    rank = np.empty(len(score))
    rank[order] = np.arange(len(order)) - starts[group]
    best = score[order][starts]
    second_indices = np.minimum(starts + 1, len(order) - 1)
    has_second = (second_indices > starts) & (group[second_indices] == np.arange(len(starts)))
    second = np.where(has_second, score[order][second_indices], -np.inf)
    margin = np.empty(len(score))
    margin[order] = score[order] - np.where(rank[order] == 0, second[group], best[group])
    return rank, np.clip(margin, -10, 10)
