"""The strict scores of Chinese spelling correction: sentences and characters, detection and correction.

A sentence is detected where the places changed are exactly the wrong ones, and corrected where it has become exactly the right
sentence (Tseng et al. 2015, Introduction to SIGHAN 2015 Bake-off for Chinese Spelling Check; as Cheng et al. 2020, SpellGCN, count). Character
scores count all places, not only those that were detected.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


class Triple(NamedTuple):
    """A sentence as written, as it should be, as corrected; all of one length."""

    written: str
    right: str
    corrected: str


@dataclass(frozen=True)
class Score:
    """Precision, recall and their harmonic mean, 0-1."""

    found: int
    """Rightly found."""
    claimed: int
    wanted: int

    @property
    def precision(self) -> float:
        """0 where nothing was claimed."""
        return self.found / self.claimed if self.claimed else 0.0

    @property
    def recall(self) -> float:
        """0 where nothing was wanted."""
        return self.found / self.wanted if self.wanted else 0.0

    @property
    def f1(self) -> float:
        """0 where both are."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@dataclass(frozen=True)
class Scores:
    """All of a set."""

    sentence_detection: Score
    sentence_correction: Score
    character_detection: Score
    character_correction: Score
    clean: int
    """Sentences without an error."""
    flagged: int
    """Of these, how many were changed."""

    @property
    def false_positives(self) -> float:
        """Share of the clean sentences that were changed, 0-1."""
        return self.flagged / self.clean if self.clean else 0.0


def places(one: str, other: str) -> frozenset[int]:
    """Where two sentences differ. Raises `ValueError` where their lengths do."""
    if len(one) != len(other):
        raise ValueError(f"{one!r} and {other!r} differ in length.")
    return frozenset(place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)


def scores(triples: Iterable[Triple]) -> Scores:
    """Of a whole set."""
    rows = [
        (triple, places(triple.written, triple.right), places(triple.written, triple.corrected)) for triple in triples
    ]
    wrong = sum(bool(wanted) for _, wanted, _ in rows)
    changed = sum(bool(claimed) for _, _, claimed in rows)
    detected = sum(bool(wanted) and wanted == claimed for _, wanted, claimed in rows)
    corrected = sum(bool(wanted) and triple.corrected == triple.right for triple, wanted, _ in rows)
    all_wanted, all_claimed = (sum(len(row[part]) for row in rows) for part in (1, 2))
    hit = sum(len(wanted & claimed) for _, wanted, claimed in rows)
    right = sum(
        triple.corrected[place] == triple.right[place] for triple, wanted, claimed in rows for place in wanted & claimed
    )
    return Scores(
        Score(detected, changed, wrong), Score(corrected, changed, wrong),
        Score(hit, all_claimed, all_wanted), Score(right, all_claimed, all_wanted),
        len(rows) - wrong, sum(bool(claimed) and not wanted for _, wanted, claimed in rows),
    )  # fmt: skip


def lines(name: str, found: Scores) -> list[str]:
    """A set's figures as text."""
    told = {
        "sentence detection": found.sentence_detection,
        "sentence correction": found.sentence_correction,
        "character detection": found.character_detection,
        "character correction": found.character_correction,
    }
    figures = (f"{what} {100 * s.precision:.1f}/{100 * s.recall:.1f}/{100 * s.f1:.1f}" for what, s in told.items())
    flagged = f"clean sentences flagged {100 * found.false_positives:.1f} % of {found.clean}"
    return [f"{name}, P/R/F1 in %: {', '.join(figures)}; {flagged}"]
