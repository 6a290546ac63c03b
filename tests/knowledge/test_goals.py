"""What a goal may be."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from core.errors import BadParameter
from core.knowledge.goals import set_goal
from core.knowledge.wire import GoalRequest
from core.records.learner import LearningGoal
from evaluation.service.clock import StoppedClock
from tests.knowledge.classroom import CALLER, TABLES, Classroom, new_classroom


@pytest.fixture
def classroom(clock: StoppedClock) -> Classroom:
    return new_classroom(clock)


def goal(classroom: Classroom, **given: Any) -> LearningGoal:
    """A goal of s1."""
    asked = GoalRequest(student_id="s1", **given)
    return set_goal(asked, CALLER, points=TABLES.points, store=classroom.store, clock=classroom.clock)


def test_a_level_by_a_day_is_kept_for_its_subject(classroom: Classroom) -> None:
    made = goal(classroom, target_level="level_3", due=date(2026, 11, 24), minutes_a_week=90)
    assert (made.target_level, made.due, made.minutes_a_week) == (3, date(2026, 11, 24), 90)
    assert classroom.store.goal("org", "s1", "hsk") == made
    assert classroom.store.goal("org", "s1", "ykk") is None


def test_a_point_named_twice_is_one_target(classroom: Classroom) -> None:
    assert goal(classroom, points=["【一01】", "【一02】", "【一01】"]).points == ("【一01】", "【一02】")


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({}, "target_level: None, and no points either"),
        ({"target_level": "level_2", "points": ["【一01】"]}, "'level_2' and 1 points: a target is one or the other"),
        ({"points": ["【一01】", "【一999】"]}, r"points\[1\]: '【一999】' is no knowledge point of 'hsk'"),
        ({"subject": "ykk", "target_level": "level_6"}, "'level_6' has no points in 'ykk'"),
        ({"subject": "ykk", "points": ["【六01】"]}, "'【六01】' is no knowledge point of 'ykk'"),
        ({"target_level": "level_2", "due": date(2026, 11, 23)}, "2026-11-23 is past: today is 2026-11-24"),
    ],
)
def test_what_is_no_target_is_refused_and_not_kept(classroom: Classroom, given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadParameter, match=complaint):
        goal(classroom, **given)
    assert classroom.store.goal("org", "s1", "hsk") is None
