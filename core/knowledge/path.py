"""GET /knowledge-map/{student_id}/path: the shortest way to the student's target, and how to walk it week by week.

Nothing is stored but the goal: to plan again is to compute again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.errors import BadParameter, NotFound
from core.knowledge.pace import pace_of
from core.knowledge.stages import Known, Planner, Stage, ends_after
from core.knowledge.wire import LearningPath, PathRequest, PathStage, Subject
from core.learning.days import day_of
from core.learning.level import LEVELS, StudentLevel, level_of
from core.learning.path import shortest_path
from core.learning.prediction.predictor import Predictor
from core.learning.sums.record import Record, moment_of, record
from core.learning.sums.states import requirements, teaching_order
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.learner import LearningGoal
from core.tables import Tables
from core.tables.content.collected import Content
from core.tables.points import Points

RESOURCES_A_POINT = 3
"""Enough to begin a point with; the practice page draws the rest."""


def learning_path(
    request: PathRequest,
    caller: Caller,
    *,
    planned_minutes: int | None,
    tables: Tables,
    predictor: Predictor,
    store: Store,
    clock: Clock,
) -> LearningPath:
    """The path of a student as of the last update of the map. `planned_minutes`: a week, as chosen for the daily plan; the goal's come first.

    The target is `target_level`, else the goal that the student set, else the level after the one reached.
    Raises `NotFound`; `BadParameter` for a level that the subject does not have.
    """
    if store.student(caller.organisation_id, request.student_id) is None:
        raise NotFound(f"There is no student {request.student_id!r}.")
    learner = store.learner(caller.organisation_id, request.student_id)
    now = clock.now()
    level = level_of(caller.organisation_id, request.student_id, store=store, now=now)
    student_record = record(learner, level, points=tables.points, predictor=predictor, at=moment_of(learner, now))
    return path_through(
        student_record, request, caller, planned_minutes=planned_minutes, tables=tables, store=store, clock=clock
    )


def path_through(
    student_record: Record,
    request: PathRequest,
    caller: Caller,
    *,
    planned_minutes: int | None,
    tables: Tables,
    store: Store,
    clock: Clock,
) -> LearningPath:
    """The path of a student whose record is at hand. Raises `BadParameter`."""
    # 1. What is met, and where that is among the levels.
    now = clock.now()
    view = View(tables.points, request.subject, student_record)
    # 2. The target.
    goal = store.goal(caller.organisation_id, request.student_id, request.subject)
    level = student_record.level
    target = _target(request, goal, level, view)
    # 3. The shortest path, and the same in weeks.
    minutes = (goal.minutes_a_week if goal else None) or planned_minutes
    pace = pace_of(caller.organisation_id, request.student_id, minutes_a_week=minutes, store=store, now=now)
    shortest = shortest_path(view.requires, view.behind, target.points, teaching_order(tables.points))
    planner = Planner(
        requires=view.requires,
        known=view.known,
        level_of=levels_of(tables.points),
        minutes_for=lambda point: pace.minutes_for(*view.answers(point)),
        minutes_for_review=pace.minutes_for_review,
        minutes_a_week=pace.minutes_a_week,
        now=now,
    )
    stages = planner.stages(shortest)
    # 4. In the contract's words.
    due = goal.due if goal else None
    ends = day_of(now) + ends_after(stages, pace.minutes_a_week)
    return LearningPath(
        current_level=f"level_{level.level}",
        target_level=f"level_{target.level}",
        path=[_stage(number, stage, tables.content) for number, stage in enumerate(stages, start=1)],
        shortest_path=len(shortest),
        recommended_path=sum(len(stage.points) + len(stage.reviews) for stage in stages),
        current_band=(f"level_{level.band[0]}", f"level_{level.band[1]}"),
        level_known=level.known,
        shortest=shortest,
        ready=[point for point in shortest if view.behind.issuperset(view.requires[point])],
        hours=_hours(stages),
        minutes_a_week=pace.minutes_a_week,
        pace_known=pace.known,
        due=due.isoformat() if due else None,
        on_time=None if due is None else ends <= due,
    )


@dataclass(frozen=True)
class Target:
    """Points to be met, and the level that they stand for."""

    level: int
    points: tuple[str, ...]


class View:
    """A student's record, read through the points of a subject."""

    def __init__(self, points: Points, subject: Subject, student_record: Record) -> None:
        self.requires = requirements(points, subject)
        self.levels = levels_of(points)
        self._index_of = {row.id: index for index, row in enumerate(points.rows)}
        self._record = student_record
        met = student_record.met.tolist()
        self.met = {point for point in self.requires if met[self._index_of[point]]}
        assumed = student_record.assumed.tolist()
        self.behind = self.met | {point for point in self.requires if assumed[self._index_of[point]]}

    def answers(self, point: str) -> tuple[int, int]:
        """(attempts, correct) on a point, its children's included."""
        index = self._index_of[point]
        return int(self._record.attempts[index]), int(self._record.correct[index])

    @property
    def known(self) -> dict[str, Known]:
        """What is known of each met point."""
        mastery, last_at, index_of = self._record.mastery, self._record.last_at, self._index_of
        return {point: Known(float(mastery[index_of[point]]), last_at[index_of[point]]) for point in self.met}

    def of_level(self, level: int) -> tuple[str, ...]:
        """Points of a level, in the order of the table; none where the subject ends before it."""
        return tuple(point for point in self.requires if self.levels[point] == level)


@lru_cache(maxsize=4)
def levels_of(points: Points) -> dict[str, int]:
    """The level of each point."""
    return {row.id: row.level for row in points.rows}


def _target(request: PathRequest, goal: LearningGoal | None, stands: StudentLevel, view: View) -> Target:
    if request.target_level is None and goal is not None and goal.points:
        inside = tuple(point for point in goal.points if point in view.requires)
        if inside:
            return Target(max(view.levels[point] for point in inside), inside)
    if request.target_level is not None:
        level = int(request.target_level.removeprefix("level_"))
    elif goal is not None and goal.target_level is not None:
        level = goal.target_level
    else:
        highest = max(level for level in LEVELS if view.of_level(level))
        level = min(stands.level + 1, highest)
    found = view.of_level(level)
    if not found:
        raise BadParameter.of("target_level", f"'level_{level}' has no points in {request.subject!r}")
    return Target(level, found)


def _stage(number: int, stage: Stage, content: Content) -> PathStage:
    resources = dict.fromkeys(
        resource for point in (*stage.reviews, *stage.points) for resource in resources_of(content).get(point, ())
    )
    return PathStage(
        stage=number,
        points=stage.points,
        resources=list(resources),
        estimated_duration=max(1, round(stage.minutes)),
        level=stage.level,
        reviews=stage.reviews,
        week=stage.week,
    )


@lru_cache(maxsize=4)
def resources_of(content: Content) -> Mapping[str, tuple[str, ...]]:
    """Up to `RESOURCES_A_POINT` resources that practise each point.

    A resource id is the id of a row of data/content: a sentence (s...), an exchange (x...), a passage (p...) or a dialogue
    (d...), from which the exercises are made. Sentences first, for they are about one point alone.
    """
    found: dict[str, list[str]] = defaultdict(list)
    for sentence in content.sentences:
        if sentence.point is not None:
            found[sentence.point].append(sentence.id)
    for exchange in content.exchanges:
        if exchange.point is not None:
            found[exchange.point].append(exchange.id)
    for text in (*content.passages, *content.dialogues):
        for point in text.points:
            found[point].append(text.id)
    return {point: tuple(ids[:RESOURCES_A_POINT]) for point, ids in found.items()}


def _hours(stages: Sequence[Stage]) -> float:
    return round(sum(stage.minutes for stage in stages) / 60, 1)
