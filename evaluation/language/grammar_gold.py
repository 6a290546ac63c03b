"""The gold set of grammar points and how a detector is scored on it. Its rules are in `grammar_gold_rules.md`."""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "evaluation"
LEAST_OCCURRENCES = 5
"""Points with fewer units in the gold take no part in the macro average."""
RESAMPLES = 1_000


@dataclass(frozen=True)
class Unit:
    """A labelled unit of text."""

    id: str
    register: str
    part: str
    text: str
    points: frozenset[str]


def gold(part: str) -> list[Unit]:
    """The units of `dev` or `test` with their adjudicated labels."""
    labels = {row["id"]: frozenset(row["settled"].split()) for row in _rows("grammar_gold.tsv")}
    return [
        Unit(row["id"], row["register"], row["part"], row["text"], labels[row["id"]])
        for row in _rows("grammar_sentences.tsv")
        if row["part"] == part
    ]


def agreement(part: str) -> tuple[float, int]:
    """F1 of the second labelling pass against the first, and the number of labels of the first."""
    parts = {row["id"]: row["part"] for row in _rows("grammar_sentences.tsv")}
    rows = [row for row in _rows("grammar_gold.tsv") if parts[row["id"]] == part]
    first = {(row["id"], point) for row in rows for point in row["first"].split()}
    second = {(row["id"], point) for row in rows for point in row["second"].split()}
    return 2 * len(first & second) / (len(first) + len(second)), len(first)


def _rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


@dataclass(frozen=True)
class Counts:
    """Right, spurious and missed labels."""

    right: int
    spurious: int
    missed: int

    @property
    def precision(self) -> float:
        """1 when nothing was detected."""
        return self.right / (self.right + self.spurious) if self.right + self.spurious else 1.0

    @property
    def recall(self) -> float:
        """1 when the gold has no label."""
        return self.right / (self.right + self.missed) if self.right + self.missed else 1.0

    @property
    def f1(self) -> float:
        """Harmonic mean; 0 when nothing is right."""
        return 2 * self.right / (2 * self.right + self.spurious + self.missed) if self.right else 0.0


@dataclass(frozen=True)
class Detection:
    """The points that a detector found in gold units, beside their labels."""

    units: Sequence[Unit]
    detected: Sequence[frozenset[str]]

    def micro(self) -> Counts:
        """Counts over all labels."""
        return _counts(zip(self.units, self.detected, strict=True))

    def by_point(self) -> dict[str, Counts]:
        """For each point that the gold holds or the detector found."""
        right, spurious, missed = Counter[str](), Counter[str](), Counter[str]()
        for unit, detected in zip(self.units, self.detected, strict=True):
            right.update(unit.points & detected)
            spurious.update(detected - unit.points)
            missed.update(unit.points - detected)
        points = sorted(right | spurious | missed)
        return {point: Counts(right[point], spurious[point], missed[point]) for point in points}

    def macro_f1(self) -> tuple[float, int]:
        """Mean F1 over the points with enough occurrences, and their number."""
        scores = [counts.f1 for counts in self.by_point().values() if counts.right + counts.missed >= LEAST_OCCURRENCES]
        return (sum(scores) / len(scores) if scores else 0.0), len(scores)

    def interval(self, figure: Callable[[Detection], float]) -> tuple[float, float]:
        """95 % bootstrap interval over units."""
        rng = random.Random(1)
        values = sorted(figure(self._resampled(rng)) for _ in range(RESAMPLES))
        return values[int(0.025 * RESAMPLES)], values[int(0.975 * RESAMPLES) - 1]

    def _resampled(self, rng: random.Random) -> Detection:
        indices = [rng.randrange(len(self.units)) for _ in self.units]
        return Detection([self.units[index] for index in indices], [self.detected[index] for index in indices])


def _counts(pairs: object) -> Counts:
    right = spurious = missed = 0
    for unit, detected in pairs:  # type: ignore[attr-defined]
        right += len(unit.points & detected)
        spurious += len(detected - unit.points)
        missed += len(unit.points - detected)
    return Counts(right, spurious, missed)


def run_detector(units: Sequence[Unit], detect: Callable[[str], Collection[str]]) -> Detection:
    """Run a detector over the units."""
    return Detection(units, [frozenset(detect(unit.text)) for unit in units])
