"""A judge of edits (`training.essay.judge_fit`): boosted trees that weigh what the embedded correctors propose. It does not ship.

Each change is described by who proposes it and how surely, by how often learners' text of the training half had this very change at this word, by
what the n-gram model gains, and by what the encoder finds at the place and in the sentence.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from core.arrays import Float32, Float64
from core.essays.merging.candidates import Opinions
from core.essays.model import CorrectorKind
from core.essays.segmentation import SENTENCE
from core.models.essays.encoder import NO_DOUBT
from core.models.essays.usage_statistics import CharacterGains
from core.models.ngrams.characters import NgramModel

CORRECTORS: tuple[CorrectorKind, ...] = ("rule", "encoder", "ngram", "usage")
ABSENT = -6.0
"""Stands for the log odds of a corrector that does not propose the change, and for logarithms of what cannot be."""
INSERTION, DELETION, EXCHANGE, REWRITING, MOVE = range(5)
FREQUENCIES_KEPT = 8_192
CHANCE, PRIOR = 0.3, 30.0
"""How often a change counts as seen that was never seen, and in how many places."""
FEATURES = (
    "form", "characters gone", "characters come", *CORRECTORS, "correctors", "surest rival", "rivals",
    "rate", "times seen", "after this character", "before this character",
    "n-gram gain", "n-grams read with it", "n-grams read without", "n-gram loss", "gain at the mean",
    "wrong at most", "wrong at least", "changed at most", "changed here", "changed after",
    "doubts", "doubts elsewhere", "length", "place", "new frequency", "old frequency",
)  # fmt: skip


@dataclass(frozen=True)
class Rates:
    """How often changes were made in learners' text, in all and beside a character; and how often what they change occurs."""

    changes: Mapping[str, int]
    """By `old>new`, `left|old>new` and `old>new|right`."""
    occurrences: Mapping[str, int]
    """Of the old texts; of "" all characters."""

    def of(self, left: str, old: str, new: str, right: str) -> tuple[float, float, float, float]:
        """Log rate of the change, times seen (log), and of these the log share after `left` and before `right`."""
        key = f"{old}>{new}"
        seen = self.changes.get(key, 0)
        rate = math.log((seen + CHANCE) / (self.occurrences.get(old, 0) + PRIOR))
        beside = [self.changes.get(f"{left}|{key}", 0), self.changes.get(f"{key}|{right}", 0)]
        after, before = (math.log((count + 0.1) / (seen + 1.0)) for count in beside)
        return rate, math.log1p(seen), after, before


@dataclass(frozen=True)
class ChangeDescriber:
    """Describes changes by the features that the judge weighs."""

    rates: Rates
    gains: CharacterGains
    frequency: Callable[[str], float]
    """Log frequency of a character, nats."""
    doubts: Callable[[str], Float32]
    """See `core.models.essays.encoder.EssayEncoder.doubts`."""

    def features(self, simplified: str, changes: Sequence[Opinions]) -> Float64:
        """A row for each change [shape=(len(changes), len(FEATURES))]."""
        if not changes:
            return np.empty((0, len(FEATURES)))
        spans = [match.span() for match in SENTENCE.finditer(simplified)] or [(0, len(simplified))]
        starts = np.array([start for start, _ in spans])
        doubts = self.doubts(simplified)
        texts = [simplified]
        gains = self.gains.gains(
            texts, np.zeros(len(changes), np.int64), np.array([change.start for change in changes], np.int64),
            np.array([change.end for change in changes], np.int64), [change.replacement for change in changes],
        )  # fmt: skip
        rivals = _rivals(changes)
        rows = []
        for index, change in enumerate(changes):
            # What is put in where two sentences meet belongs to the first.
            at = change.start - (change.start == change.end and change.start > 0)
            first, last = spans[max(0, int(np.searchsorted(starts, at, "right")) - 1)]
            gain, new_read, old_read, loss = (float(measure[index]) for measure in gains)
            old = simplified[change.start : change.end]
            left, right = simplified[max(0, change.start - 1) : change.start], simplified[change.end : change.end + 1]
            odds = [
                log_odds(change.probabilities[one]) if one in change.probabilities else ABSENT for one in CORRECTORS
            ]
            rows.append((
                form(old, change.replacement), len(old), len(change.replacement), *odds, len(change.probabilities), *rivals[index],
                *self._rate(left, old, change.replacement, right),
                gain, new_read, old_read, loss, gain + loss * (len(change.replacement) - len(old)),
                *_doubts_at(doubts, change, first, last),
                last - first, (change.start - first) / max(1, last - first),
                self._mean_frequency(change.replacement), self._mean_frequency(old),
            ))  # fmt: skip
        return np.array(rows, np.float64)

    def _rate(self, left: str, old: str, new: str, right: str) -> tuple[float, float, float, float]:
        if form(old, new) != MOVE:
            return self.rates.of(left, old, new, right)
        return self.rates.of(left, "", "", right)

    def _mean_frequency(self, text: str) -> float:
        return float(np.mean([self.frequency(character) for character in text])) if text else 0.0


def _doubts_at(doubts: Float32, change: Opinions, first: int, last: int) -> tuple[float, ...]:
    """What the encoder finds where a change is made, and in its sentence: log odds, and how many places it expects to be wrong."""
    inside = doubts[change.start : change.end]
    here = doubts[change.start] if change.start < len(doubts) else np.full(2, NO_DOUBT, np.float32)
    after = doubts[change.end] if change.end < len(doubts) else np.full(2, NO_DOUBT, np.float32)
    expected = 1 / (1 + np.exp(-doubts[first:last].max(axis=1).astype(np.float64)))
    near = slice(max(0, change.start - 1 - first), change.end + 1 - first)
    total = float(expected.sum())
    return (
        float(inside[:, 0].max()) if len(inside) else float(here[0]), float(inside[:, 0].min()) if len(inside) else float(here[0]),
        float(inside[:, 1].max()) if len(inside) else float(here[1]), float(here[1]), float(after[1]),
        total, total - float(expected[near].sum()),
    )  # fmt: skip


def form(old: str, new: str) -> int:
    """Which of the five forms a change has."""
    if not old:
        return INSERTION
    if not new:
        return DELETION
    if len(old) == len(new):
        return MOVE if sorted(old) == sorted(new) else EXCHANGE
    return REWRITING


def log_odds(probability: float) -> float:
    """Natural logarithm of the odds, clipped."""
    bounded = min(max(probability, 0.0025), 0.9975)
    return math.log(bounded / (1 - bounded))


def _rivals(changes: Sequence[Opinions]) -> list[tuple[float, int]]:
    """Of each change the log odds of the surest other one that it cannot be made beside, and the number of those."""
    surest = [max(change.probabilities.values(), default=0.0) for change in changes]
    found = []
    for index, change in enumerate(changes):
        others = [
            surest[other]
            for other, rival in enumerate(changes)
            if other != index and change.start <= rival.end and rival.start <= change.end
        ]
        found.append((log_odds(max(others)) if others else ABSENT, len(others)))
    return found


def character_frequency(ngrams: NgramModel) -> Callable[[str], float]:
    """Log frequency of a character by the n-gram model, nats."""

    @lru_cache(FREQUENCIES_KEPT)
    def frequency(character: str) -> float:
        trie = ngrams.trie
        number = trie.vocabulary[ord(character)].astype(np.int64)
        return float(trie.log_probability(1, np.array([number]))[0])

    return frequency
