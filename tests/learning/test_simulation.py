"""Simulated students: repeatable, in the order of prerequisites, as often right as their truth says."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import numpy as np
import pytest

from core.learning.days import day_of
from core.learning.simulation.rules import RULES, Rule
from core.learning.simulation.students import SimulatedAnswer, make_world, profiles, simulate
from core.tables import shipped_tables

POINTS = shipped_tables().points
START = datetime(2025, 9, 1, tzinfo=UTC)


def year(rule: Rule, *, students: int = 12, seed: int = 3) -> list[SimulatedAnswer]:
    return simulate(rule, profiles(students, seed), days=365, seed=seed, points=POINTS, start=START)


@pytest.mark.parametrize("rule", RULES)
def test_answers_are_right_as_often_as_the_true_chances_say(rule: Rule) -> None:
    answers = year(rule)
    truth = np.array([answer.truth for answer in answers])
    error = np.sqrt(np.sum(truth * (1 - truth))) / len(truth)
    assert np.mean([answer.right for answer in answers]) == pytest.approx(truth.mean(), abs=4 * error)


@pytest.mark.parametrize("rule", RULES)
def test_the_same_seed_gives_the_same_answers_and_another_gives_others(rule: Rule) -> None:
    assert year(rule, students=2) == year(rule, students=2)
    assert year(rule, students=2) != year(rule, students=2, seed=4)


def test_a_student_does_not_change_when_others_join_the_class() -> None:
    alone, joined = year("practice", students=1), year("practice", students=3)
    assert [answer for answer in joined if answer.student == 0] == alone


def test_what_a_point_rests_on_stands_before_it_in_the_teaching_order() -> None:
    world = make_world(POINTS, 1)
    place = {point: number for number, point in enumerate(world.order)}
    assert len(place) == len(POINTS.rows)
    assert all(place[edge.requires_id] < place[edge.point_id] for edge in POINTS.prerequisites)


def test_a_student_away_gives_no_answers_and_only_named_points_are_practised() -> None:
    named = {row.id for row in POINTS.rows if row.level == 1}
    away = replace(profiles(1, 5)[0], gaps=((10, 40),), sessions_a_week=7.0, known_points=20)
    answers = simulate("forgetting", [away], days=60, seed=5, points=POINTS, start=START, only=named)
    days = {(day_of(answer.moment) - day_of(START)).days for answer in answers}
    assert days
    assert not days & set(range(10, 40))
    assert {answer.point for answer in answers} <= named
    assert all(earlier.moment <= later.moment for earlier, later in pairwise(answers))
    assert max(answer.moment for answer in answers) < START + timedelta(days=61)
