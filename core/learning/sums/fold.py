"""The fold: evidence into decayed sums, a block of students at a time.

All sums are additive and held at the latest occurrence, so evidence may come in any order, late, or over several runs:
the outcome is that of one pass over the whole log, but for rounding (benchmarks/learning/nightly.py: below 1e-9).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from core.arrays import Bool, Float64, Int64
from core.learning.mastery import DIRECT_WEIGHT, FAST_HALF_LIFE, HALF_LIFE, PRIOR_ANSWERS
from core.learning.prediction.predictor import Predictor
from core.learning.sums.columns import SumColumns, micros_of
from core.records.learner_blocks import CellRows, FoldResult, LogRows, StudentBlock, SumRows

STEPS = 200
"""Steps of mastery in a vector: half a per cent each, one byte a point."""
NO_EVIDENCE = 255
RIGHT = 1.0
"""Outcome of an answer that is fully right."""
SLOW_MICROS = HALF_LIFE.total_seconds() * 1e6
FAST_MICROS = FAST_HALF_LIFE.total_seconds() * 1e6


@dataclass(frozen=True)
class Families:
    """Indexes of the sub-points and words, and of the official point that each belongs to."""

    children: Int64
    parents: Int64


def fold_block(block: StudentBlock, *, predictor: Predictor, families: Families, at: datetime) -> FoldResult:
    """Take the block's evidence into its sums.

    Parameters
    ----------
    block
        Points are indexes into `predictor.point_ids`.
    at
        The moment of the update: vectors show mastery as it is then.
    """
    log, points = without_cancelled(block.log), len(predictor.point_ids)
    block = replace(block, log=log)
    amounts = contributions(log)
    cells, of_log = _cells(block, amounts, points)
    touched = np.flatnonzero(np.bincount(log.student, minlength=len(block.student_ids)))
    wholes = _wholes(block, _by_difficulty(amounts, predictor.base_probability[log.point]), touched)
    return FoldResult(
        students=touched,
        wholes=wholes,
        vectors=vectors(touched, wholes, cells, predictor=predictor, families=families, now=micros_of(at)),
        cells=_only(cells, _marked(len(cells), of_log)),
        new_students=int(_marked(len(block.student_ids), log.student[log.new]).sum()),
        new_cells=int(_marked(len(cells), of_log[log.new]).sum()),
    )


def _marked(size: int, indexes: Int64) -> Bool:
    marks = np.zeros(size, dtype=np.bool_)
    marks[indexes] = True
    return marks


def without_cancelled(log: LogRows) -> LogRows:
    """The rows with weight 0 where another row takes them back: of the same student, point, moment and outcome, with the opposite weight.

    Such rows add up to nothing; weighed 0 before the sum they leave no rounding either, so that evidence which was taken back, and then
    given again, ends in the same bits as if nothing had happened. What remains is the earliest of equal rows, for sums depend on the order.
    """
    if not (log.weight < 0).any():
        return log
    keys = log.student, log.point, log.occurred_at, log.outcome, np.abs(log.weight)
    order = np.lexsort(keys)
    differs = np.zeros(len(log), dtype=np.bool_)
    for key in keys:
        differs[1:] |= key[order][1:] != key[order][:-1]
    group = np.cumsum(differs)
    sign = np.sign(log.weight[order])
    net = np.bincount(group, sign)[group]
    of_net_sign = sign * np.sign(net) > 0
    counted = np.cumsum(of_net_sign)
    starts = np.flatnonzero(np.append(True, differs[1:]))
    rank: Float64 = counted - (counted[starts] - of_net_sign[starts])[group]
    weight = np.zeros(len(log))
    kept = order[of_net_sign & (rank <= np.abs(net))]
    weight[kept] = log.weight[kept]
    return replace(log, weight=weight)


def contributions(log: LogRows) -> Float64:
    """[rows, 6]: what each piece adds to the sums at the moment it occurred.

    A piece of weight 1 or more is an attempt; with a negative weight it takes one back (records.Evidence).
    """
    attempt = np.where(np.abs(log.weight) >= DIRECT_WEIGHT, np.sign(log.weight), 0.0)
    right = log.weight * log.outcome
    wrong = log.weight - right
    return np.stack((attempt, attempt * (log.outcome >= RIGHT), right, wrong, right, wrong), axis=1)


def _by_difficulty(amounts: Float64, probability: Float64) -> Float64:
    """For a student as a whole: right answers count by the probability of being wrong, wrong ones by that of being right."""
    scaled = amounts.copy()
    scaled[:, [2, 4]] *= (1.0 - probability)[:, None]
    scaled[:, [3, 5]] *= probability[:, None]
    return scaled


def add_up(groups: int, group: Int64, amounts: Float64, at: Int64) -> SumRows:
    """Sums of each group at its latest occurrence. Every group has at least one row."""
    latest = np.zeros(groups, dtype=np.int64)
    # Moments before 1970 do not occur; zero stands for a row without evidence and never wins.
    np.maximum.at(latest, group, at)
    age = (latest[group] - at).astype(np.float64)
    slow, fast = np.exp2(-age / SLOW_MICROS), np.exp2(-age / FAST_MICROS)
    remaining = (1.0, 1.0, slow, slow, fast, fast)
    summed = [
        np.bincount(group, amounts[:, column] * remaining[column], minlength=groups) for column in range(len(remaining))
    ]
    return SumRows(np.stack(summed, axis=1), latest)


def _cells(block: StudentBlock, amounts: Float64, points: int) -> tuple[CellRows, Int64]:
    """All pairs of the block's students with the new evidence in them, and the pair that each row of the log is in."""
    stored, log = block.cells, block.log
    keys = np.concatenate((stored.student * points + stored.point, log.student * points + log.point))
    unique_keys, group = np.unique(keys, return_inverse=True)
    sums = add_up(
        len(unique_keys),
        group,
        np.concatenate((stored.sums.amounts, amounts)),
        np.concatenate((stored.sums.last_at, log.occurred_at)),
    )
    return CellRows(unique_keys // points, unique_keys % points, sums), group[len(stored) :]


def _wholes(block: StudentBlock, amounts: Float64, touched: Int64) -> SumRows:
    indexes = np.arange(len(block.student_ids))
    sums = add_up(
        len(indexes),
        np.concatenate((indexes, block.log.student)),
        np.concatenate((block.wholes.amounts, amounts)),
        np.concatenate((block.wholes.last_at, block.log.occurred_at)),
    )
    return SumRows(sums.amounts[touched], sums.last_at[touched])


def _only(cells: CellRows, kept_cells: Bool) -> CellRows:
    if kept_cells.all():
        return cells
    return CellRows(
        cells.student[kept_cells],
        cells.point[kept_cells],
        SumRows(cells.sums.amounts[kept_cells], cells.sums.last_at[kept_cells]),
    )


def columns_of(sums: SumRows) -> SumColumns:
    """The same sums as the predictor takes them."""
    attempts, correct, right, wrong, right_fast, wrong_fast = sums.amounts.T
    return SumColumns(attempts, correct, right, wrong, right_fast, wrong_fast, sums.last_at)


# -- vectors -----------------------------------------------------------------------------------------------


def vectors(
    students: Int64, wholes: SumRows, cells: CellRows, *, predictor: Predictor, families: Families, now: int
) -> list[bytes]:
    """One byte a point for each of `students`: see `core.records.learner.Learner.vector`.

    An official point counts its children's evidence beside its own, as on the map. `cells` are all pairs of these
    students and of no others; `now`: microseconds since 1970.
    """
    points = len(predictor.point_ids)
    remaining = np.exp2(-np.maximum(now - cells.sums.last_at, 0) / SLOW_MICROS)
    keys = np.searchsorted(students, cells.student) * points + cells.point
    keys, right, wrong, own = _with_parents(keys, cells, remaining, families, points)
    row, point = keys // points, keys % points
    probability = predictor.predict_cells(columns_of(wholes), row, point, columns_of(own), now)
    mastery = (right + PRIOR_ANSWERS * probability) / (right + wrong + PRIOR_ANSWERS)
    bytes_by_point = np.full((len(students), points), NO_EVIDENCE, dtype=np.uint8)
    bytes_by_point[row, point] = np.rint(STEPS * np.clip(mastery, 0.0, 1.0)).astype(np.uint8)
    return [row_bytes.tobytes() for row_bytes in bytes_by_point]


def _with_parents(
    keys: Int64, cells: CellRows, remaining: Float64, families: Families, points: int
) -> tuple[Int64, Float64, Float64, SumRows]:
    """Pairs with evidence of their own or of a child: keys, decayed right and wrong of both, own sums."""
    parent_of = np.full(points, -1, dtype=np.int64)
    parent_of[families.children] = families.parents
    parent = parent_of[cells.point]
    below = np.flatnonzero(parent >= 0)
    right, wrong = cells.sums.amounts[:, 2] * remaining, cells.sums.amounts[:, 3] * remaining
    if not len(below):
        return keys, np.maximum(right, 0.0), np.maximum(wrong, 0.0), cells.sums
    unique_keys, group = np.unique(
        np.concatenate((keys, keys[below] - cells.point[below] + parent[below])), return_inverse=True
    )
    own = SumRows.empty(len(unique_keys))
    own.amounts[group[: len(keys)]], own.last_at[group[: len(keys)]] = cells.sums.amounts, cells.sums.last_at
    right, wrong = (
        np.maximum(np.bincount(group, np.concatenate((side, side[below])), minlength=len(unique_keys)), 0.0)
        for side in (right, wrong)
    )
    return unique_keys, right, wrong, own
