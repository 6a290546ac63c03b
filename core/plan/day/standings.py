"""The student's points as the policy sees them: the official ones, with what they rest on among themselves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, lru_cache

import numpy as np

from core.arrays import Bool, Float32, Float64, Int64, Positions
from core.learning.choosing import PointStates, solid
from core.learning.memory import Card, share_of_spaced
from core.learning.prediction.predictor import Predictor
from core.learning.sums.record import MET, Record
from core.learning.sums.states import parent_of, teaching_order
from core.plan.day.agenda import due_of_points
from core.plan.inputs import Inputs
from core.records.evidence import Evidence
from core.records.learner import Learner
from core.tables.points import KnowledgePoint, Points
from core.wire import BANDS

FORTNIGHT = timedelta(days=14)
WEEK = timedelta(days=7)
RecordOf = Callable[[Learner | None, datetime], Record]


@dataclass(frozen=True)
class Ground:
    """What never changes: the official points in the order of teaching, and what each rests on."""

    rows: tuple[KnowledgePoint, ...]
    place: dict[str, int]
    """Of each official point; a child has the place of its official point."""
    of_table: Positions
    """Place in the table of points of each row."""
    requires: Float32
    """[point, what it rests on directly]: 1 for an edge."""
    closure: Bool
    """[point, what lies anywhere below it or is itself]."""
    level_places: tuple[Positions, ...]
    """Places of each level from 1; all places where a table has none of the level."""

    @cached_property
    def levels(self) -> Positions:
        """Of each row."""
        return np.array([row.level for row in self.rows], dtype=np.intp)


@lru_cache(maxsize=2)
def ground(points: Points) -> Ground:
    """Made once for a table. An edge to or from a child holds for its official point, but none leads to itself."""
    order = teaching_order(points)
    official = sorted((row for row in points.rows if row.kind == "point"), key=lambda row: order[row.id])
    table = {row.id: place for place, row in enumerate(points.rows)}
    place = {row.id: number for number, row in enumerate(official)}
    place |= {row.id: place[above] for row in points.rows if (above := parent_of(row)) is not None}
    below: list[set[int]] = [set() for _ in official]
    for edge in points.prerequisites:
        if place[edge.point_id] != place[edge.requires_id]:
            below[place[edge.point_id]].add(place[edge.requires_id])
    levels = range(1, 1 + max(high for _, high in BANDS.values()))
    everything = np.arange(len(official), dtype=np.intp)
    return Ground(
        rows=tuple(official),
        place=place,
        of_table=np.array([table[row.id] for row in official], dtype=np.intp),
        requires=_matrix(below),
        closure=_closure(below),
        level_places=tuple(
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
class Stand:
    """One student's official points: what the policy gets, and what reasons are told from."""

    states: PointStates
    correct: Int64
    in_a_week: Float64
    """Probability of a right answer in a week without practice."""
    by_level: Float64
    """Mean probability of the official points of each level."""
    errors: dict[int, list[Evidence]]
    """Recent errors by place."""
    away_days: int
    """Days since the last answer; 0 without any."""


def stand(inputs: Inputs, *, points: Points, predictor: Predictor, record_of: RecordOf) -> Stand:
    """The student as things stand at the moment of the inputs."""
    made = ground(points)
    record = record_of(inputs.learner, inputs.now)
    predicted = record.prediction[made.of_table]
    met = record.status[made.of_table] >= MET
    attempts = record.attempts[made.of_table]
    whole, own = (None, {}) if inputs.learner is None else (inputs.learner.whole, inputs.learner.points)
    later = predictor.predict(whole, own, inputs.now + WEEK)[made.of_table]
    last = [record.last_at[place] for place in made.of_table]
    idle = np.array([np.inf if at is None else (inputs.now - at) / timedelta(days=1) for at in last])
    errors = _errors(made, inputs.errors)
    away = inputs.now - inputs.last_at if inputs.last_at else timedelta(0)
    states = PointStates(
        predicted=predicted,
        attempts=attempts,
        met=met,
        ready=_ready(made, met, solid(met, predicted, attempts)),
        idle_days=np.maximum(idle, 0.0),
        overdue_days=_overdue(made, inputs.cards, inputs.now),
        urgent=tuple(sorted(errors, key=lambda place: (-len(errors[place]), predicted[place]))),
        wanted=_wanted(made, inputs, met),
        kept=share_of_spaced(inputs.late, inputs.now),
        returning=away >= FORTNIGHT,
    )
    return Stand(
        states=states,
        correct=record.correct[made.of_table],
        in_a_week=np.minimum(later, predicted),
        by_level=np.array([float(predicted[places].mean()) for places in made.level_places]),
        errors=errors,
        away_days=away.days,
    )


def _ready(made: Ground, met: Bool, firm: Bool) -> Bool:
    ready: Bool = ~met & (made.requires @ (~firm).astype(np.float32) == 0)
    return ready


def _overdue(made: Ground, cards: Mapping[str, Card], now: datetime) -> Float64:
    overdue = np.full(len(made.rows), -np.inf)
    for place, due_at in due_of_points(cards, made.place).items():
        overdue[place] = (now - due_at) / timedelta(days=1)
    return overdue


def _errors(made: Ground, errors: Collection[Evidence]) -> dict[int, list[Evidence]]:
    found: dict[int, list[Evidence]] = {}
    for error in errors:
        if error.target_kind == "point" and error.target in made.place:
            found.setdefault(made.place[error.target], []).append(error)
    return found


def _wanted(made: Ground, inputs: Inputs, met: Bool) -> Bool | None:
    """Points on the way to the student's goal; None without one, or when it is reached."""
    if inputs.goal is None:
        return None
    targets = [made.place[point] for point in inputs.goal.points if point in made.place]
    if inputs.goal.target_level is not None:
        targets += [place for place, row in enumerate(made.rows) if row.level == inputs.goal.target_level]
    if not targets:
        return None
    way: Bool = np.logical_or.reduce(made.closure[targets], axis=0)
    return way if bool((way & ~met).any()) else None
