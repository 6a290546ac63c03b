"""Clauses of which it is said that something is off in them, without a correction: how many are off, and what they add to the errors told.

No figures without a detector. YACLC's half for design is what a detector may be calibrated on; the other half is scored and looked at by nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from benchmarks.essays.engine import Engine, resampled
from core.arrays import Int64
from evaluation.essays.detection import Detected, clean_called, gain, measured, share_found, share_off, share_right
from evaluation.essays.sets import clean_everyday, yaclc
from evaluation.figures import Figure

RIGHT, GAIN, FOUND = 0.70, 0.15, 0.25
"""Clauses called off that are off; by how much more than all clauses; errors told or in such a clause."""
CLEAN_NOT_CALLED = 0.94
EVERYDAY_COUNT = 1_500


def figures(engine: Engine) -> list[Figure]:
    """Both halves of YACLC, and everyday text held out; at the setting normal."""
    if not engine.evaluator.has_detector:
        return []
    found: list[Figure] = []
    for name, scored in (("the half that is scored", True), ("the half for design (calibrated on it)", False)):
        sentences = measured(yaclc(scored=scored), engine.told_and_called)
        found += of_set(f"detection, YACLC, {name}", sentences, barred=scored)
    return [*found, on_clean(clean_everyday(EVERYDAY_COUNT), engine)]


def of_set(name: str, sentences: Sequence[Detected], *, barred: bool) -> Iterable[Figure]:
    """The figures of one set, with intervals that are drawn over sentences."""
    rows = np.array([sentence.counts() for sentence in sentences], np.int64)
    total = rows.sum(axis=0)
    every, called, errors = int(total[0]), int(total[2]), int(total[4])
    baseline = f"share of all clauses that are off {share_off(total):.2f}"
    told = f"told alone {total[5] / max(1, errors):.2f}"
    yield Figure(f"{name}: of all clauses those that are off", share_off(total), every, "clauses", *resampled(rows, share_off))  # fmt: skip
    yield Figure(f"{name}: of the clauses called off those that are off", share_right(total), called, "clauses",
                 *resampled(rows, share_right), RIGHT if barred else None, baseline)  # fmt: skip
    yield Figure(f"{name}: by how much that exceeds the share of all clauses", gain(total), called, "clauses",
                 *resampled(rows, gain), GAIN if barred else None)  # fmt: skip
    yield Figure(f"{name}: errors told or in a clause called off", share_found(total), errors, "errors",
                 *resampled(rows, share_found), FOUND if barred else None, told)  # fmt: skip


def on_clean(texts: Sequence[str], engine: Engine) -> Figure:
    """The clauses of right text that are not called off."""
    rows = clean_called(texts, lambda text: list(engine.told_and_called(text)[1]))
    total = rows.sum(axis=0)
    return Figure(
        "detection, everyday text held out: clauses not called off",
        _not_called(total),
        int(total[0]),
        "clauses",
        *resampled(rows, _not_called),
        CLEAN_NOT_CALLED,
    )


def _not_called(counts: Int64) -> float:
    return float(1 - counts[1] / max(1, counts[0]))
