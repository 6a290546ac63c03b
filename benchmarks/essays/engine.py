"""The engine that the benchmarks of essays measure, and shares with intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.arrays import Int64
from core.essays.merging.selection import DISPLAY_THRESHOLDS, Strictness
from core.essays.model import Edit
from core.essays.service import EssayEvaluator
from core.learning.intervals import wilson
from evaluation.essays.reliability import Stated
from evaluation.essays.sets import own_sentences, treebank_sentences
from evaluation.figures import Figure

OWN_EVERY = 5
RESAMPLES = 300


@dataclass(frozen=True)
class Engine:
    """The merged correctors at the shipped setting, without score and report."""

    evaluator: EssayEvaluator

    def edits(self, text: str, setting: Strictness = "normal") -> Sequence[Edit]:
        """The edits of a text; texts of one sentence are read as they are, whatever their length."""
        return self.evaluator.corrections(
            text, self.evaluator.analyser.parsed_text(text), DISPLAY_THRESHOLDS[setting]
        ).edits

    def stated(self, text: str) -> list[Stated]:
        """The errors and the places to check of a text at the setting normal, with their probabilities."""
        selection = self.evaluator.corrections(
            text, self.evaluator.analyser.parsed_text(text), DISPLAY_THRESHOLDS["normal"]
        )
        return [
            Stated((edit.start, edit.end, edit.replacement), edit.confidence)
            for edit in (*selection.edits, *selection.checks)
        ]

    @cached_property
    def alarms(self) -> dict[str, list[int]]:
        """The number of edits of each sentence of clean text, by source."""
        own = [text for _, text in own_sentences()][::OWN_EVERY]
        return {
            name: [len(self.edits(text)) for text in texts]
            for name, texts in (("treebank", treebank_sentences()), ("own", own))
        }


def share(name: str, right: int, count: int, of: str, bar: float | None, baseline: str = "") -> Figure:
    """A share with its Wilson interval."""
    return Figure(name, right / count, count, of, *wilson(right / count, count), bar, baseline)


def resampled(rows: Int64, figure: Callable[[Int64], float]) -> tuple[float, float]:
    """The 95 % bootstrap interval of a figure that is computed from summed rows."""
    rng = np.random.default_rng(3)
    values = [figure(rows[rng.integers(len(rows), size=len(rows))].sum(axis=0)) for _ in range(RESAMPLES)]
    low, high = np.percentile(values, [2.5, 97.5])
    return float(low), float(high)
