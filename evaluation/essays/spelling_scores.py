"""The strict scores of Chinese spelling correction: sentences and characters, detection and correction.

A sentence is detected where exactly the wrong characters were changed, and corrected where the result is exactly the right
sentence (Tseng et al. 2015, Introduction to SIGHAN 2015 Bake-off for Chinese Spelling Check; as Cheng et al. 2020, SpellGCN, count). Character
scores count all characters, not only those that were detected.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


class Triple(NamedTuple):
    """A sentence as written, as it should be, and as it was corrected; all of one length."""

    written: str
    right: str
    corrected: str


@dataclass(frozen=True)
class Score:
    """Precision, recall and their harmonic mean, 0-1."""

    correct: int
    """How many of the claims are right."""
    claimed: int
    expected: int

    @property
    def precision(self) -> float:
        """Share of the claims that are right; 0 where nothing was claimed."""
        return self.correct / self.claimed if self.claimed else 0.0

    @property
    def recall(self) -> float:
        """Share of the expected claims that were made; 0 where nothing was expected."""
        return self.correct / self.expected if self.expected else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall; 0 where both are 0."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@dataclass(frozen=True)
class Scores:
    """All scores of a set."""

    sentence_detection: Score
    sentence_correction: Score
    character_detection: Score
    character_correction: Score
    clean: int
    """How many sentences have no error."""
    flagged: int
    """How many of these were changed."""

    @property
    def false_positives(self) -> float:
        """Share of the clean sentences that were changed, 0-1."""
        return self.flagged / self.clean if self.clean else 0.0


def differing_offsets(first: str, second: str) -> frozenset[int]:
    """The offsets at which two sentences differ. Raises `ValueError` where their lengths differ."""
    if len(first) != len(second):
        raise ValueError(f"{first!r} and {second!r} differ in length.")
    return frozenset(offset for offset, (a, b) in enumerate(zip(first, second, strict=True)) if a != b)


def scores(triples: Iterable[Triple]) -> Scores:
    """The scores of a whole set."""
    rows = [
        (triple, differing_offsets(triple.written, triple.right), differing_offsets(triple.written, triple.corrected))
        for triple in triples
    ]
    wrong = sum(bool(expected) for _, expected, _ in rows)
    changed = sum(bool(claimed) for _, _, claimed in rows)
    detected = sum(bool(expected) and expected == claimed for _, expected, claimed in rows)
    corrected = sum(bool(expected) and triple.corrected == triple.right for triple, expected, _ in rows)
    all_expected, all_claimed = (sum(len(row[part]) for row in rows) for part in (1, 2))
    detected_characters = sum(len(expected & claimed) for _, expected, claimed in rows)
    right = sum(
        triple.corrected[offset] == triple.right[offset]
        for triple, expected, claimed in rows
        for offset in expected & claimed
    )
    return Scores(
        Score(detected, changed, wrong), Score(corrected, changed, wrong),
        Score(detected_characters, all_claimed, all_expected), Score(right, all_claimed, all_expected),
        len(rows) - wrong, sum(bool(claimed) and not expected for _, expected, claimed in rows),
    )  # fmt: skip


def score_lines(name: str, results: Scores) -> list[str]:
    """The figures of a set as text."""
    named_scores = {
        "sentence detection": results.sentence_detection,
        "sentence correction": results.sentence_correction,
        "character detection": results.character_detection,
        "character correction": results.character_correction,
    }
    figures = (
        f"{label} {100 * score.precision:.1f}/{100 * score.recall:.1f}/{100 * score.f1:.1f}"
        for label, score in named_scores.items()
    )
    flagged = f"clean sentences flagged {100 * results.false_positives:.1f} % of {results.clean}"
    return [f"{name}, P/R/F1 in %: {', '.join(figures)}; {flagged}"]
