"""The records of a class as arrays, students by knowledge points: what the heat map and the advice are read from."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import TypeVar, cast

import numpy as np

from core.arrays import Bool, Float64, Int64
from core.learning.days import day_of, day_start
from core.learning.level import NOBODY, StudentLevel, levels_of
from core.learning.mastery import LEAST_ANSWERS
from core.learning.prediction.predictor import Predictor
from core.learning.sums.record import LEARNING, MET, Record, Structure, moment_of, record, structure
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.answers import DayScores
from core.records.learner import Learner
from core.records.students import Activity, Student
from core.tables.points import Points

MOST_STUDENTS = 500
"""More rows than that nobody reads; of a larger organisation those who answered last are shown."""
HANDFUL = 5
"""As many points as the path asks for before a level says anything."""
PERIOD = timedelta(days=30)
"""What "lately" means to a class, and the period before it: the report's default."""


KEPT_FOR = timedelta(minutes=10)
"""How old a mastery may be that a page shows: what decays by half in 60 days is the same to four digits."""
MOST_KEPT = 20
"""Classes whose states are held in memory, 60 students take 2 MB."""

Reading = TypeVar("Reading")


@dataclass(frozen=True)
class ClassRecord:
    """Students in rows, by id; points in columns, in the order of the table."""

    students: tuple[Student, ...]
    active: dict[str, Activity]
    """Of the last 30 days, by student who ever answered; `last_answered_at` is of whenever."""
    days: dict[str, list[DayScores]]
    """Of the last 60 days, by student."""
    structure: Structure
    levels: Int64
    """Level of each point, 1-7."""
    standing: Int64
    """Level of each student, 1-7; 0 where it is not known yet."""
    attempts: Int64
    correct: Int64
    status: Int64
    ready: Bool
    mastery: Float64
    known: Bool
    """Whether there is any evidence on the point, comprehension included."""
    now: datetime
    updated_at: datetime | None
    _readings: dict[Hashable, object] = field(default_factory=dict, init=False, repr=False, compare=False)

    def once(self, question: Hashable, read: Callable[[], Reading]) -> Reading:
        """What `read` makes of the record, worked out when the question is asked for the first time: a record never changes."""
        if question not in self._readings:
            self._readings[question] = read()
        return cast(Reading, self._readings[question])

    @cached_property
    def weak(self) -> Bool:
        """Answered often enough to be called not met, and everything it rests on is met: where practice pays."""
        weak: Bool = self.ready & (self.status == LEARNING) & ~self.begun
        return weak

    @cached_property
    def begun(self) -> Bool:
        """Answered, and too rarely to call the point met or not met."""
        begun: Bool = (self.attempts > 0) & (self.attempts < LEAST_ANSWERS)
        return begun

    @cached_property
    def working(self) -> Int64:
        """[students] the level at which each works: the estimate; before there is one, the highest at which a handful of points is met."""
        reached = np.ones(len(self.students), dtype=np.int64)
        for level in range(1, 8):
            handful = ((self.status >= MET) & (self.levels == level)).sum(axis=1) >= HANDFUL
            reached = np.where(handful, level, reached)
        return np.where(self.standing > 0, self.standing, reached)

    @cached_property
    def within_reach(self) -> Bool:
        """Ready, and not further than one level above where the student works: many a point of level 4 rests on nothing but
        level 1, and is not for beginners all the same."""
        reachable: Bool = self.ready & (self.levels[None, :] <= self.working[:, None] + 1)
        return reachable

    @cached_property
    def fresh(self) -> Bool:
        """Never answered, within reach and not below where the student works: what can be begun. What was never asked below it may
        well be known, and is no lesson before it has been asked."""
        startable: Bool = self.within_reach & (self.attempts == 0) & (self.levels[None, :] >= self.working[:, None])
        return startable

    @cached_property
    def waiting(self) -> Float64:
        """[students, points]: how many points that are not met rest directly on the point."""
        counts: Float64 = ((self.status < MET).astype(np.float32) @ self.structure.requires.T).astype(np.float64)
        return counts

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the students are called."""
        return tuple(student.name or student.shown_number for student in self.students)


class ClassRecords:
    """Records of classes, kept for as long as nothing about them changes: two pages of one class, and every rerun of a page, share one. Safe to
    share between threads."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, ClassRecord] = {}
        self._lock = threading.Lock()

    def of(self, key: Hashable, now: datetime, make: Callable[[], ClassRecord]) -> ClassRecord:
        """The record under a key, which says everything that it depends on but the time."""
        with self._lock:
            kept = self._kept.get(key)
        if kept is not None and abs(now - kept.now) <= KEPT_FOR:
            return kept
        made = make()
        with self._lock:
            self._kept.pop(key, None)
            self._kept[key] = made
            while len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]
        return made


def class_record(
    caller: Caller,
    *,
    points: Points,
    predictor: Predictor,
    store: Store,
    clock: Clock,
    kept: ClassRecords | None = None,
    stamp: Hashable = None,
) -> ClassRecord:
    """Everything about the students whom the caller sees in four queries, whatever their number.

    `stamp` changes with every day and with any new evidence of the organisation; where it is given, a record that was read under it is taken from `kept`.
    """
    now = clock.now()
    seen = [student for student in store.students(caller.organisation_id) if caller.sees(student.student_id)]

    def make() -> ClassRecord:
        return _read(seen, caller, points=points, predictor=predictor, store=store, now=now)

    if kept is None or stamp is None:
        return make()
    levels = levels_of(caller.organisation_id, [student.student_id for student in seen], store=store, now=now)
    standing = tuple((each.level, each.told, each.below, *each.shift.round(1).tolist()) for each in levels.values())
    names = tuple((student.student_id, student.name, student.number) for student in seen)
    return kept.of((caller.organisation_id, names, standing, predictor.version, stamp), now, make)


def _read(
    seen: Sequence[Student], caller: Caller, *, points: Points, predictor: Predictor, store: Store, now: datetime
) -> ClassRecord:
    end = day_start(day_of(now) + timedelta(days=1))
    active = {row.student_id: row for row in store.activity(caller.organisation_id, end - PERIOD, end)}
    students = _shown(seen, active)
    days: dict[str, list[DayScores]] = defaultdict(list)
    for row in store.scores_by_day(caller.organisation_id, end - 2 * PERIOD, end):
        days[row.student_id].append(row)
    ids = [student.student_id for student in students]
    learners = {learner.student_id: learner for learner in store.learners(caller.organisation_id, ids)}
    levels = levels_of(caller.organisation_id, ids, store=store, now=now)
    nobody = record(None, NOBODY, points=points, predictor=predictor, at=moment_of(None, now))
    # `nobody` is taken off again: without it an organisation without students would have no columns.
    records = [
        nobody,
        *(_record(learners.get(student_id), levels[student_id], points, predictor, now) for student_id in ids),
    ]
    return ClassRecord(
        students=tuple(students),
        active=active,
        days=days,
        structure=structure(points),
        levels=np.array([row.level for row in points.rows]),
        standing=np.array([levels[each].level if levels[each].known else 0 for each in ids], dtype=np.int64),
        now=now,
        updated_at=max((learner.updated_at for learner in learners.values()), default=None),
        attempts=np.stack([each.attempts for each in records])[1:],
        correct=np.stack([each.correct for each in records])[1:],
        status=np.stack([each.status for each in records])[1:],
        ready=np.stack([each.ready for each in records])[1:],
        mastery=np.stack([each.mastery for each in records])[1:],
        known=np.stack([np.array([moment is not None for moment in each.last_at]) for each in records])[1:],
    )


def _record(
    learner: Learner | None, level: StudentLevel, points: Points, predictor: Predictor, now: datetime
) -> Record:
    return record(learner, level, points=points, predictor=predictor, at=moment_of(learner, now))


def _shown(students: Sequence[Student], active: dict[str, Activity]) -> list[Student]:
    """All of them, or those who answered last; by id."""
    if len(students) <= MOST_STUDENTS:
        return list(students)

    def last(student: Student) -> float:
        activity = active.get(student.student_id)
        return activity.last_answered_at.timestamp() if activity else 0.0

    return sorted(sorted(students, key=last, reverse=True)[:MOST_STUDENTS], key=lambda student: student.student_id)
