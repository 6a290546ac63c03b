"""The learning path of a student: target, stages, reviews, pace, band, on time or not."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from core.errors import BadParameter, NotFound
from core.knowledge.goals import set_goal
from core.knowledge.pace import ANSWERS_TO_MEET, MINUTES_TO_READ, USUAL_MINUTES_A_WEEK, USUAL_SECONDS
from core.knowledge.path import RESOURCES_A_POINT, learning_path, resources_of
from core.knowledge.wire import GoalRequest, LearningPath, PathRequest
from core.learning.level import NOBODY
from core.learning.path import ancestry
from core.learning.sums.states import requirements
from evaluation.service.clock import StoppedClock
from tests.knowledge.classroom import CALLER, TABLES, Classroom, new_classroom

LEVEL_1 = [row.id for row in TABLES.points.rows if row.level == 1]


@pytest.fixture
def classroom(clock: StoppedClock) -> Classroom:
    return new_classroom(clock)


def path(classroom: Classroom, planned_minutes: int | None = None, **changed: Any) -> LearningPath:
    """The path of s1."""
    return learning_path(
        PathRequest(student_id="s1", **changed),
        CALLER,
        planned_minutes=planned_minutes,
        tables=TABLES,
        predictor=classroom.predictor,
        store=classroom.store,
        clock=classroom.clock,
    )


def goal(classroom: Classroom, **given: Any) -> None:
    """A goal of s1."""
    set_goal(
        GoalRequest(student_id="s1", **given),
        CALLER,
        points=TABLES.points,
        store=classroom.store,
        clock=classroom.clock,
    )


def meet(classroom: Classroom, *points: str, days_ago: float = 1.0) -> None:
    """Three right answers on each point, taken in."""
    for point in points:
        classroom.answer("s1", point, right=3, days_ago=days_ago)
    classroom.take_in()


def test_an_unknown_student_has_no_path(classroom: Classroom) -> None:
    with pytest.raises(NotFound, match="There is no student 's1'"):
        path(classroom)


def test_a_student_without_any_record_has_everything_before_them(classroom: Classroom) -> None:
    classroom.join("s1")
    found = path(classroom)
    assert (found.current_level, found.target_level, found.current_band) == (
        "level_1",
        "level_2",
        tuple(f"level_{level}" for level in NOBODY.band),
    )
    assert not found.level_known
    wanted = [row.id for row in TABLES.points.rows if row.level == 2]
    assert set(found.shortest) == ancestry(requirements(TABLES.points), wanted)
    assert found.shortest_path == len(found.shortest)
    assert found.ready == ["【一01】", "【一05】", "【一07】"]
    assert (found.pace_known, found.minutes_a_week, found.due, found.on_time) == (False, 150, None, None)


def test_stages_hold_the_whole_path_in_its_order_one_level_and_one_week_each(classroom: Classroom) -> None:
    classroom.join("s1")
    found = path(classroom, target_level="level_3")
    assert [point for stage in found.path for point in stage.points] == found.shortest
    assert [stage.stage for stage in found.path] == list(range(1, len(found.path) + 1))
    for stage in found.path:
        assert {TABLES.points.by_id[point].level for point in stage.points} == {stage.level}
        assert stage.estimated_duration <= USUAL_MINUTES_A_WEEK + 6
    assert [stage.week for stage in found.path] == sorted(stage.week for stage in found.path)
    assert found.hours == pytest.approx(sum(stage.estimated_duration for stage in found.path) / 60, abs=0.5)


def test_the_minutes_are_those_of_reading_and_of_answers_at_the_usual_pace(classroom: Classroom) -> None:
    classroom.join("s1")
    goal(classroom, points=["【一01】"])
    found = path(classroom)
    minutes = MINUTES_TO_READ + ANSWERS_TO_MEET * USUAL_SECONDS / 60
    assert [stage.estimated_duration for stage in found.path] == [round(minutes)]


def test_the_student_s_own_pace_takes_the_place_of_the_usual_one(classroom: Classroom) -> None:
    classroom.join("s1")
    for _ in range(3):
        classroom.score("s1", *[100.0] * 10, days_ago=7)
    found = path(classroom)
    assert found.pace_known
    # 30 answers of 5 seconds in one week are 2.5 minutes: the least that a goal may name stands instead.
    assert found.minutes_a_week == 10


def test_resources_exist_and_practise_the_points_of_their_stage(classroom: Classroom) -> None:
    classroom.join("s1")
    content = TABLES.content
    known = {row.id for row in (*content.sentences, *content.exchanges, *content.passages, *content.dialogues)}
    by_point = resources_of(content)
    for stage in path(classroom).path:
        assert set(stage.resources) <= known
        steps = (*stage.reviews, *stage.points)
        assert stage.resources == list(dict.fromkeys(each for point in steps for each in by_point.get(point, ())))
    assert max(len(ids) for ids in by_point.values()) == RESOURCES_A_POINT


# -- what is met -----------------------------------------------------------------------------------------------


def test_a_met_point_leaves_the_path_and_opens_what_rests_on_it(classroom: Classroom) -> None:
    classroom.join("s1")
    before = path(classroom)
    meet(classroom, "【一01】")
    after = path(classroom)
    assert set(before.shortest) - set(after.shortest) == {"【一01】"}
    assert set(after.ready) > set(before.ready) - {"【一01】"}


def test_an_official_point_met_through_its_children_s_answers_leaves_the_path(classroom: Classroom) -> None:
    classroom.join("s1")
    meet(classroom, "【一49】")
    assert "【一01】" not in path(classroom).shortest


def test_points_met_long_ago_are_reviewed_before_what_rests_on_them(classroom: Classroom) -> None:
    classroom.join("s1", days_ago=400)
    meet(classroom, "【一01】", "【一07】", days_ago=300)
    meet(classroom, "【一05】", days_ago=1)
    found = path(classroom)
    rests = requirements(TABLES.points)
    reviews = [(stage, review) for stage in found.path for review in stage.reviews]
    assert {review for _, review in reviews} >= {"【一01】", "【一07】"}
    for stage, review in reviews:
        assert any(review in rests[point] for point in stage.points)
    first = found.path[0]
    assert "【一05】" not in first.reviews
    assert found.recommended_path == found.shortest_path + len(reviews)


def test_what_was_learnt_on_the_path_itself_is_reviewed_after_two_months(classroom: Classroom) -> None:
    classroom.join("s1")
    found = path(classroom)
    reviews = [(stage.week, review) for stage in found.path for review in stage.reviews]
    learnt = {point: stage.week for stage in found.path for point in stage.points}
    assert found.recommended_path == found.shortest_path + len(reviews) > found.shortest_path
    for week, review in reviews:
        assert (week - learnt[review]) * 7 > 60


def test_who_has_met_a_level_stands_there_and_goes_on_to_the_next(classroom: Classroom) -> None:
    classroom.join("s1")
    meet(classroom, *LEVEL_1)
    found = path(classroom)
    assert (found.target_level, {TABLES.points.by_id[point].level for point in found.shortest}) == ("level_2", {2})


def test_a_target_that_is_reached_leaves_an_empty_path(classroom: Classroom) -> None:
    classroom.join("s1")
    meet(classroom, *LEVEL_1)
    found = path(classroom, target_level="level_1")
    assert (found.path, found.shortest, found.shortest_path, found.recommended_path, found.hours) == ([], [], 0, 0, 0.0)


# -- the target ----------------------------------------------------------------------------------------------


def test_the_goal_is_the_target_and_the_query_goes_before_it(classroom: Classroom) -> None:
    classroom.join("s1")
    goal(classroom, target_level="level_4", minutes_a_week=60)
    assert (path(classroom).target_level, path(classroom).minutes_a_week) == ("level_4", 60)
    assert path(classroom, target_level="level_3").target_level == "level_3"


def test_points_as_a_goal_lead_through_what_they_rest_on_alone(classroom: Classroom) -> None:
    goal(classroom, points=["【二129】"])
    found = path(classroom)
    assert found.target_level == "level_2"
    assert set(found.shortest) == ancestry(requirements(TABLES.points), ["【二129】"])


def test_a_day_is_kept_or_missed_by_the_minutes_of_a_week(classroom: Classroom, clock: StoppedClock) -> None:
    today = date(2026, 11, 24)
    for weeks, minutes, kept in ((20, 5000, True), (1, 10, False)):
        goal(classroom, target_level="level_1", due=today + timedelta(weeks=weeks), minutes_a_week=minutes)
        found = path(classroom)
        assert (found.due, found.on_time) == ((today + timedelta(weeks=weeks)).isoformat(), kept)


def test_preparatory_education_has_its_own_points_and_ends_at_level_five(classroom: Classroom) -> None:
    classroom.join("s1")
    inside = {row.id for row in TABLES.points.rows if "ykk" in row.subjects}
    assert set(path(classroom, subject="ykk", target_level="level_5").shortest) <= inside
    with pytest.raises(BadParameter, match="'level_6' has no points in 'ykk'"):
        path(classroom, subject="ykk", target_level="level_6")


def test_the_path_is_planned_again_from_what_is_known_then(classroom: Classroom, clock: StoppedClock) -> None:
    classroom.join("s1")
    goal(classroom, points=["【一02】"])
    first = path(classroom)
    assert path(classroom) == first
    meet(classroom, first.shortest[0])
    assert path(classroom).shortest == first.shortest[1:]
