"""The detector (`training/essay/detector_fit.py`): boosted trees that say in which clauses of an essay something is off.

A clause is described by what the encoder doubts in it, by how likely the n-gram model finds its characters, and by what the correctors propose
there, the improbable too: three doubtful proposals for one clause say more than one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from core.arrays import Float32, Float64
from core.essays.merging.candidates import Opinions, opinions, proposals_by_change
from core.essays.model import Doubt, Proposal, Suspected
from core.essays.segmentation import SENTENCE, clauses
from core.language.grammar.sentence import ParsedText
from core.models.boosted_trees import Trees, read_trees

FILE = Path("models") / "essay" / "detector.npz"
"""Below the data folder."""
VERSION = "detector-1"
LEAST_SUSPECTED = 0.1
"""From this probability of the likeliest change on its kind is suspected."""
UNLIKELY = -8.0
"""Log probability below which a character counts as unexpected, nats."""
FEATURES = (
    "characters", "clauses of the sentence", "wrong", "second wrong", "wrong in all", "changed", "second changed", "changed in all",
    "doubt in the rest of the sentence", "mean likelihood", "least likely", "second least likely", "unexpected", "mean of the sentence",
    "likeliest change", "second change", "changes in all", "proposals", "changes in the rest of the sentence",
    "surest by encoder", "surest by speller", "surest by usage", "surest by rule",
)  # fmt: skip


class LikelihoodModel(Protocol):
    """What is needed of the n-gram model."""

    def token_log_probabilities(self, text: str) -> Float64: ...


@dataclass(frozen=True)
class ClauseEvidence:
    """What is known of a text, from which its clauses are described."""

    text: str
    """In simplified characters."""
    doubts: Float32
    """See `core.models.essays.encoder.EssayEncoder.doubts`."""
    logarithms: Float64
    """Log probability of each code point, nats."""
    changes: Sequence[Opinions]

    def features(self) -> Float64:
        """A row for each of the clauses [shape=(clauses, len(FEATURES))]."""
        spans = clauses(self.text)
        if not spans:
            return np.empty((0, len(FEATURES)))
        expected = 1 / (1 + np.exp(-self.doubts.astype(np.float64)))
        sentences = [match.span() for match in SENTENCE.finditer(self.text)]
        owner = [next(span for span in sentences if span[0] <= start < span[1]) for start, _ in spans]
        likely = [change.probability for change in self.changes]
        rows = []
        for (start, end), (first, last) in zip(spans, owner, strict=True):
            wrong, changed = np.sort(expected[start:end, 0])[::-1], np.sort(expected[start : end + 1, 1])[::-1]
            likelihood = np.sort(self.logarithms[start:end])
            inside = self._inside(start, end)
            best = sorted((likely[index] for index in inside), reverse=True)
            elsewhere = [index for index in self._inside(first, last) if index not in inside]
            rows.append((
                end - start, sum(span == (first, last) for span in owner), *_two(wrong), float(wrong.sum()), *_two(changed), float(changed.sum()),
                float(expected[first:last].max(axis=1).sum() - expected[start:end].max(axis=1).sum()),
                float(likelihood.mean()), *_two(likelihood), int((likelihood < UNLIKELY).sum()), float(self.logarithms[first:last].mean()),
                *_two(best), float(sum(best)), len(inside), float(sum(likely[index] for index in elsewhere)),
                *(
                    max((self.changes[index].probabilities.get(one, 0.0) for index in inside), default=0.0)
                    for one in ("encoder", "ngram", "usage", "rule")
                ),
            ))  # fmt: skip
        return np.array(rows, np.float64)

    def suspected(self, start: int, end: int) -> Suspected:
        """The kind of the likeliest change in a clause; "" where none is likely enough."""
        inside = [self.changes[index] for index in self._inside(start, end)]
        best = max(inside, key=lambda change: change.probability, default=None)
        if best is None or best.probability < LEAST_SUSPECTED:
            return ""
        return _kind(self.text[best.start : best.end], best.replacement)

    def _inside(self, start: int, end: int) -> list[int]:
        return [index for index, change in enumerate(self.changes) if change.start <= end and start <= change.end]


def _kind(old: str, new: str) -> Suspected:
    if not old:
        return "L"
    if not new:
        return "D"
    return "S" if sorted(old) == sorted(new) else "W"


def _two(values: Sequence[float] | Float64) -> tuple[float, float]:
    """The first two of sorted values; 0 where there are fewer."""
    first, second = [*[float(value) for value in values[:2]], 0.0, 0.0][:2]
    return first, second


@dataclass(frozen=True)
class DetectorModel:
    """Trees over the features of clauses, and what these are made of."""

    doubts: Callable[[str], Float32]
    """See `core.models.essays.encoder.EssayEncoder.doubts`."""
    ngrams: LikelihoodModel
    trees: Trees
    curve: tuple[float, float]
    """Weight of the log odds, and intercept."""

    def probabilities(self, rows: Float64) -> Float64:
        """Of rows of features, 0-1."""
        weight, intercept = self.curve
        return np.asarray(1 / (1 + np.exp(-(weight * self.trees.log_odds(rows) + intercept))), np.float64)

    def evidence(self, simplified: str, changes: Sequence[Opinions]) -> ClauseEvidence:
        """What the clauses of a text are described by."""
        return ClauseEvidence(
            simplified, self.doubts(simplified), self.ngrams.token_log_probabilities(simplified), changes
        )


class ClauseDetector:
    """A `core.essays.ports.Detector`; it loads its model at the first text."""

    def __init__(self, version: str, load: Callable[[], DetectorModel]) -> None:
        self.version = version
        self._load, self._lock = load, threading.Lock()

    @cached_property
    def _loaded(self) -> DetectorModel:
        return self._load()

    @property
    def model(self) -> DetectorModel:
        """The model."""
        with self._lock:
            return self._loaded

    def doubts(self, text: str, parsed: ParsedText, proposals: Sequence[Proposal]) -> Sequence[Doubt]:
        """See `core.essays.ports.Detector`."""
        asked = opinions(text, parsed.text, proposals_by_change(text, parsed.text, proposals))
        evidence = self.model.evidence(parsed.text, list(asked.values()))
        rows = evidence.features()
        if not len(rows):
            return []
        return [
            Doubt(start, end, round(probability, 4), evidence.suspected(start, end))
            for (start, end), probability in zip(
                clauses(parsed.text), self.model.probabilities(rows).tolist(), strict=True
            )
        ]


def read_detector(file: Path, *, doubts: Callable[[str], Float32], ngrams: LikelihoodModel) -> DetectorModel:
    """The detector in a file, with the models that it was fitted on."""
    with np.load(file) as opened:
        stored: dict[str, NDArray[Any]] = dict(opened)
    weight, intercept = stored["curve"].tolist()
    return DetectorModel(doubts, ngrams, read_trees(stored, "detector"), (weight, intercept))
