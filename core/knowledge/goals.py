"""The target that a student chooses: a level of a subject, or points by name, perhaps by a day."""

from __future__ import annotations

from core.errors import BadParameter
from core.knowledge.wire import GoalRequest
from core.learning.days import day_of
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.learner import LearningGoal
from core.tables.points import Points
from core.wire import Bilingual

ONE_TARGET = Bilingual(zh="请选一个等级，或者选若干知识点。", en="Choose a level, or some points.")
IN_SUBJECT = Bilingual(zh="请选这个科目里的知识点或等级。", en="Choose points or a level of this subject.")
AHEAD = Bilingual(zh="请选今天或今天以后的日期。", en="Choose today or a later day.")


def set_goal(request: GoalRequest, caller: Caller, *, points: Points, store: Store, clock: Clock) -> LearningGoal:
    """Set the target of a subject, in place of an earlier one. The student is made when new.

    Raises `BadParameter` for no target or two, for what the subject does not hold, and for a day that is past.
    """
    now = clock.now()
    _one_target(request)
    _in_subject(request, points)
    if request.due is not None and request.due < day_of(now):
        raise _refused("due", f"{request.due.isoformat()} is past: today is {day_of(now).isoformat()}", AHEAD)
    goal = LearningGoal(
        organisation_id=caller.organisation_id,
        student_id=request.student_id,
        subject=request.subject,
        target_level=None if request.target_level is None else int(request.target_level.removeprefix("level_")),
        points=tuple(dict.fromkeys(request.points)),
        due=request.due,
        minutes_a_week=request.minutes_a_week,
        set_at=now,
    )
    store.put_goal(goal)
    return goal


def _one_target(request: GoalRequest) -> None:
    if request.target_level is None and not request.points:
        raise _refused("target_level", "None, and no points either: a target is a level or points", ONE_TARGET)
    if request.target_level is not None and request.points:
        message = f"{request.target_level!r} and {len(request.points)} points: a target is one or the other"
        raise _refused("target_level", message, ONE_TARGET)


def _in_subject(request: GoalRequest, points: Points) -> None:
    for index, point_id in enumerate(request.points):
        row = points.by_id.get(point_id)
        if row is None or request.subject not in row.subjects:
            message = f"{point_id!r} is no knowledge point of {request.subject!r}"
            raise _refused(f"points[{index}]", message, IN_SUBJECT)
    levels = {f"level_{row.level}" for row in points.rows if request.subject in row.subjects}
    if request.target_level is not None and request.target_level not in levels:
        raise _refused("target_level", f"{request.target_level!r} has no points in {request.subject!r}", IN_SUBJECT)


def _refused(field: str, message: str, remedy: Bilingual) -> BadParameter:
    plain = BadParameter.of(field, message)
    return BadParameter(str(plain), remedy=remedy, faults=plain.faults)
