"""A student's record on the official points, as the policy sees it, and the prerequisites among these points."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, lru_cache

import numpy as np

from core.arrays import Bool, Float32, Float64, Int64, Positions
from core.learning.choosing import PointStates, solid
from core.learning.level import StudentLevel
from core.learning.memory import Card, share_of_spaced
from core.learning.prediction.predictor import Predictor
from core.learning.sums.record import MET, Record
from core.learning.sums.states import parent_of, teaching_order
from core.plan.day.agenda import due_of_points
from core.plan.inputs import Inputs
from core.records.evidence import Evidence
from core.records.learner import Learner
from core.tables.points import KnowledgePoint, Points
from core.wire import BANDS, Bilingual

FORTNIGHT = timedelta(days=14)
WEEK = timedelta(days=7)
RecordOf = Callable[[Learner | None, StudentLevel, datetime], Record]


@dataclass(frozen=True)
class OfficialPoints:
    """What is the same for every student: the official points in the order of teaching, and what each rests on."""

    rows: tuple[KnowledgePoint, ...]
    short_names: tuple[Bilingual, ...]
    """What learners read for each row."""
    index_of: dict[str, int]
    """Index of each official point in `rows`; a child has the index of its official point."""
    of_table: Positions
    """Index in the table of points of each row."""
    requires: Float32
    """[point, what it rests on directly]: 1 for an edge."""
    closure: Bool
    """[point, what lies anywhere below it or is itself]."""
    level_indexes: tuple[Positions, ...]
    """Indexes of the points of each level from 1; all indexes where a table has none of the level."""

    @cached_property
    def levels(self) -> Positions:
        """Of each row."""
        return np.array([row.level for row in self.rows], dtype=np.intp)


@lru_cache(maxsize=2)
def official_points(points: Points) -> OfficialPoints:
    """The official points of a table, computed once for each table. An edge to or from a child holds for its official point, but none leads to itself."""
    order = teaching_order(points)
    official = sorted((row for row in points.rows if row.kind == "point"), key=lambda row: order[row.id])
    table = {row.id: index for index, row in enumerate(points.rows)}
    index_of = {row.id: number for number, row in enumerate(official)}
    index_of |= {row.id: index_of[above] for row in points.rows if (above := parent_of(row)) is not None}
    below: list[set[int]] = [set() for _ in official]
    for edge in points.prerequisites:
        if index_of[edge.point_id] != index_of[edge.requires_id]:
            below[index_of[edge.point_id]].add(index_of[edge.requires_id])
    levels = range(1, 1 + max(high for _, high in BANDS.values()))
    everything = np.arange(len(official), dtype=np.intp)
    return OfficialPoints(
        rows=tuple(official),
        short_names=tuple(points.short_name(row.id) for row in official),
        index_of=index_of,
        of_table=np.array([table[row.id] for row in official], dtype=np.intp),
        requires=_matrix(below),
        closure=_closure(below),
        level_indexes=tuple(
            _of_level(official, level) if _of_level(official, level).size else everything for level in levels
        ),
    )


def _of_level(official: Sequence[KnowledgePoint], level: int) -> Positions:
    return np.array([number for number, row in enumerate(official) if row.level == level], dtype=np.intp)


def _matrix(below: list[set[int]]) -> Float32:
    requires = np.zeros((len(below), len(below)), dtype=np.float32)
    for number, each in enumerate(below):
        requires[number, sorted(each)] = 1.0
    return requires


def _closure(below: list[set[int]]) -> Bool:
    """What lies anywhere below each point: rows are joined until nothing is added (edges of children may lead both ways)."""
    size = len(below)
    reach = np.eye(size, dtype=np.bool_)
    for number, each in enumerate(below):
        reach[number, sorted(each)] = True
    while True:
        further = (reach.astype(np.float32) @ reach.astype(np.float32)) > 0
        if (further == reach).all():
            return reach
        reach = further


@dataclass(frozen=True)
class StudentStanding:
    """One student's record on the official points: what the policy chooses from, and what the reasons of the plan cite."""

    states: PointStates
    level: StudentLevel
    correct: Int64
    firm: Bool
    """What others rest on: met, or answered and now likely to go right (`core.learning.choosing.solid`)."""
    in_a_week: Float64
    """Probability of a right answer in a week without practice."""
    by_level: Float64
    """Mean probability of the official points of each level."""
    errors: dict[int, list[Evidence]]
    """Recent errors by index of the point."""
    last_at: Sequence[datetime | None]
    """Of the latest evidence on each official point, its children's included."""
    away_days: int
    """Days since the last answer; 0 without any."""


def student_standing(inputs: Inputs, *, points: Points, predictor: Predictor, record_of: RecordOf) -> StudentStanding:
    """The student as things stand at the moment of the inputs."""
    official = official_points(points)
    record = record_of(inputs.learner, inputs.level, inputs.now)
    predicted = record.prediction[official.of_table]
    met = record.status[official.of_table] >= MET
    assumed = record.assumed[official.of_table]
    attempts = record.attempts[official.of_table]
    firm = solid(met, predicted, attempts)
    whole, own = (None, {}) if inputs.learner is None else (inputs.learner.whole, inputs.learner.points)
    later = predictor.predict(whole, own, inputs.now + WEEK, inputs.level.shift)[official.of_table]
    last = [record.last_at[index] for index in official.of_table]
    idle = np.array([np.inf if at is None else (inputs.now - at) / timedelta(days=1) for at in last])
    errors = _errors(official, inputs.errors)
    away = inputs.now - inputs.last_at if inputs.last_at else timedelta(0)
    states = PointStates(
        predicted=predicted,
        attempts=attempts,
        met=met,
        ready=_ready(official, met | assumed, firm | assumed),
        idle_days=np.maximum(idle, 0.0),
        overdue_days=_overdue(official, inputs.cards, inputs.now),
        urgent=tuple(sorted(errors, key=lambda index: (-len(errors[index]), predicted[index]))),
        on_goal_path=_on_goal_path(official, inputs, met | assumed),
        assumed=assumed,
        kept_share=share_of_spaced(inputs.late, inputs.now),
        returning=away >= FORTNIGHT,
    )
    return StudentStanding(
        states=states,
        level=inputs.level,
        firm=firm,
        correct=record.correct[official.of_table],
        in_a_week=np.minimum(later, predicted),
        by_level=np.array([float(predicted[indexes].mean()) for indexes in official.level_indexes]),
        errors=errors,
        last_at=last,
        away_days=away.days,
    )


def _ready(official: OfficialPoints, behind: Bool, firm: Bool) -> Bool:
    ready: Bool = ~behind & (official.requires @ (~firm).astype(np.float32) == 0)
    return ready


def _overdue(official: OfficialPoints, cards: Mapping[str, Card], now: datetime) -> Float64:
    overdue = np.full(len(official.rows), -np.inf)
    for index, due_at in due_of_points(cards, official.index_of).items():
        overdue[index] = (now - due_at) / timedelta(days=1)
    return overdue


def _errors(official: OfficialPoints, errors: Collection[Evidence]) -> dict[int, list[Evidence]]:
    by_index: dict[int, list[Evidence]] = {}
    for error in errors:
        if error.target_kind == "point" and error.target in official.index_of:
            by_index.setdefault(official.index_of[error.target], []).append(error)
    return by_index


def _on_goal_path(official: OfficialPoints, inputs: Inputs, met: Bool) -> Bool | None:
    """Points on the way to the student's goal; None without one, or when it is reached. `met`: what need not be learnt any more."""
    if inputs.goal is None:
        return None
    targets = [official.index_of[point] for point in inputs.goal.points if point in official.index_of]
    if inputs.goal.target_level is not None:
        targets += [index for index, row in enumerate(official.rows) if row.level == inputs.goal.target_level]
    if not targets:
        return None
    way: Bool = np.logical_or.reduce(official.closure[targets], axis=0)
    return way if bool((way & ~met).any()) else None
