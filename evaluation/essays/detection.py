"""How many of the clauses that are called off are off, and how many of the errors are told or lie in a clause that is called off.

The unit is the clause (`core.essays.segmentation.clauses`). As in `evaluation.essays.told` punctuation is left out and errors are the places
where a sentence differs from the nearest of its corrections. A clause is off where an error overlaps it; what is missing between two clauses
belongs to both, since it may be missing in either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from core.arrays import Int64
from core.essays.merging.selection import DISPLAY_THRESHOLDS
from core.essays.segmentation import clauses
from core.essays.service import EssayEvaluator
from evaluation.essays.nearness import Change, Distances
from evaluation.essays.sets import LearnerRow, clean_everyday, yaclc
from evaluation.essays.told import Place, bare_change, errors_between, overlaps, without_punctuation
from evaluation.figures import Figure
from evaluation.statistics import interval

Span = tuple[int, int]
Engine = Callable[[str], tuple[Iterable[Change], Iterable[Span]]]
"""Gives the changes of a text, and the clauses of it that are called off."""

RIGHT, GAIN, FOUND = 0.70, 0.15, 0.25
"""Clauses called off that are off; by how much more than all clauses; errors told or in such a clause."""
CLEAN_NOT_CALLED = 0.94
EVERYDAY_COUNT = 1_500


@dataclass(frozen=True)
class Detected:
    """What was called off in one sentence: the unit of resampling."""

    clauses: int
    off: int
    """Clauses in which there is an error."""
    called: int
    """Clauses that were called off."""
    right: int
    """Of these the ones that are off."""
    errors: int
    told: int
    """Errors that a change overlaps."""
    found: int
    """Errors that a change overlaps or that lie in a clause that was called off."""

    def counts(self) -> Int64:
        """clauses, off, called, right, errors, told, found."""
        return np.array([self.clauses, self.off, self.called, self.right, self.errors, self.told, self.found], np.int64)


def detected(row: LearnerRow, changes: Iterable[Change], called: Iterable[Span]) -> Detected:
    """What the changes of a sentence tell and what the clauses that are called off add to it.

    >>> row = LearnerRow("昨天下雨，我去了二个商店，买衣服了。", ("昨天下雨，我去了两个商店，买了衣服。",))
    >>> one = detected(row, [], [(5, 12), (0, 4)])
    >>> one.clauses, one.off, one.called, one.right, one.errors, one.told, one.found
    (3, 2, 2, 1, 2, 0, 1)
    """
    errors, (_, places) = errors_of(row), without_punctuation(row.written)
    spans = clauses(row.written)
    wrong = {span for span, is_off in off_clauses(row) if is_off}
    doubted = [span for span in spans if span in set(called)]
    bare_changes = [change for change in (bare_change(change, places) for change in changes) if change is not None]
    told = {error for error in errors if any(overlaps(error, change) for change in bare_changes)}
    seen = {error for error in errors if any(_lies_in(error, span, places) for span in doubted)}
    return Detected(
        clauses=len(spans),
        off=len(wrong),
        called=len(doubted),
        right=sum(span in wrong for span in doubted),
        errors=len(errors),
        told=sum(error in told for error in errors),
        found=sum(error in told or error in seen for error in errors),
    )


def errors_of(row: LearnerRow) -> list[Place]:
    """The errors of a sentence against the nearest of its corrections, in offsets of the sentence without punctuation."""
    bare, _ = without_punctuation(row.written)
    corrections = [without_punctuation(right)[0] for right in row.right]
    return errors_between(bare, min(corrections, key=lambda right: Distances(bare, right).distance))


def off_clauses(row: LearnerRow) -> list[tuple[Span, bool]]:
    """The clauses of a sentence in offsets of it, and whether each is off: what a detector is fitted and calibrated on.

    >>> off_clauses(LearnerRow("昨天下雨，我去了二个商店。", ("昨天下雨，我去了两个商店。",)))
    [((0, 4), False), ((5, 12), True)]
    """
    errors, (_, places) = errors_of(row), without_punctuation(row.written)
    return [(span, any(_lies_in(error, span, places) for error in errors)) for span in clauses(row.written)]


def measured(rows: Iterable[LearnerRow], engine: Engine) -> list[Detected]:
    """What an engine tells and calls off in each sentence."""
    return [detected(row, *engine(row.written)) for row in rows]


def clean_called(texts: Iterable[str], called: Callable[[str], Sequence[Span]]) -> Int64:
    """Of each right text its clauses, and how many of them are called off [shape=(n_texts, 2)]."""
    return np.array([(len(clauses(text)), len(called(text))) for text in texts], np.int64).reshape(-1, 2)


def _lies_in(error: Place, clause: Span, places: Sequence[int]) -> bool:
    return overlaps(error, (places[clause[0]], places[clause[1]], ""))


# -- figures -------------------------------------------------------------------------------------------------


def share_off(counts: Int64) -> float:
    """Of summed counts the share of all clauses that are off: what calling clauses at random would reach."""
    return float(counts[1] / max(1, counts[0]))


def share_right(counts: Int64) -> float:
    """Of summed counts the share of the clauses called off that are off."""
    return float(counts[3] / max(1, counts[2]))


def gain(counts: Int64) -> float:
    """By how much the clauses called off are off more often than all clauses."""
    return share_right(counts) - share_off(counts)


def share_found(counts: Int64) -> float:
    """Of summed counts the share of the errors that are told or lie in a clause that is called off."""
    return float(counts[6] / max(1, counts[4]))


def figures(evaluator: EssayEvaluator) -> list[Figure]:
    """Both halves of YACLC, and everyday text held out; at the setting normal. None without a detector.

    YACLC's half for design is what a detector may be calibrated on; the other half is scored and looked at by nobody.
    """
    engine = partial(told_and_called, evaluator)
    if not evaluator.has_detector:
        return []
    found: list[Figure] = []
    for name, scored in (("the half that is scored", True), ("the half for design (calibrated on it)", False)):
        sentences = measured(yaclc(scored=scored), engine)
        found += of_set(f"detection, YACLC, {name}", sentences, barred=scored)
    return [*found, on_clean(clean_everyday(EVERYDAY_COUNT), engine)]


def of_set(name: str, sentences: Sequence[Detected], *, barred: bool) -> Iterable[Figure]:
    """The figures of one set, with intervals that are drawn over sentences."""
    rows = np.array([sentence.counts() for sentence in sentences], np.int64)
    total = rows.sum(axis=0)
    every, called, errors = int(total[0]), int(total[2]), int(total[4])
    baseline = f"share of all clauses that are off {share_off(total):.2f}"
    told = f"told alone {total[5] / max(1, errors):.2f}"
    yield Figure(f"{name}: of all clauses those that are off", share_off(total), every, "clauses", *_interval(rows, share_off))  # fmt: skip
    yield Figure(f"{name}: of the clauses called off those that are off", share_right(total), called, "clauses",
                 *_interval(rows, share_right), RIGHT if barred else None, baseline)  # fmt: skip
    yield Figure(f"{name}: by how much that exceeds the share of all clauses", gain(total), called, "clauses",
                 *_interval(rows, gain), GAIN if barred else None)  # fmt: skip
    yield Figure(f"{name}: errors told or in a clause called off", share_found(total), errors, "errors",
                 *_interval(rows, share_found), FOUND if barred else None, told)  # fmt: skip


def on_clean(texts: Sequence[str], engine: Engine) -> Figure:
    """The clauses of right text that are not called off."""
    rows = clean_called(texts, lambda text: list(engine(text)[1]))
    total = rows.sum(axis=0)
    return Figure(
        "detection, everyday text held out: clauses not called off",
        _not_called(total),
        int(total[0]),
        "clauses",
        *_interval(rows, _not_called),
        CLEAN_NOT_CALLED,
    )


def told_and_called(evaluator: EssayEvaluator, text: str) -> tuple[list[Change], list[Span]]:
    """The changes of a text by the embedded engine at the setting normal, and the clauses that are called off."""
    selection, doubts = evaluator.doubted(text, DISPLAY_THRESHOLDS["normal"])
    changes = [(edit.start, edit.end, edit.replacement) for edit in selection.edits]
    return changes, [(doubt.start, doubt.end) for doubt in doubts]


def _interval(rows: Int64, figure: Callable[[Int64], float]) -> tuple[float, float]:
    """The 95 % interval of a figure of summed rows, by drawing the rows (sentences) anew."""
    return interval(np.arange(len(rows)), lambda positions: figure(rows[positions].sum(axis=0)))


def _not_called(counts: Int64) -> float:
    return float(1 - counts[1] / max(1, counts[0]))
