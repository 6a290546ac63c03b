"""Who practises: what each simulated student has learnt, when and how long they study, what they will be examined on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import exp, log
from typing import Literal

import numpy as np

from core.learning.simulation.rules import Rule
from core.learning.simulation.students import LEVEL_STEP, WEEKDAY_FACTOR, World, make_world
from core.tables.points import Points
from evaluation.simulator.times import simulated_pace

Scope = Literal["level", "whole"]
COURSES: tuple[tuple[int, ...], ...] = ((1,), (2,), (3,), (4,), (5, 6), (7,))
"""Levels of each course; 100 to 188 points."""
LEARNT_OF_COURSE = 0.4
"""At most so much of a course was learnt before."""
NEXT_POINTS = 100
"""At least so many points of the whole map are new to a student."""
DAYS = 56
STUDY_PROBABILITIES = (0.45, 0.90)
"""Bounds of students' own probability to study on a day."""
ABSENCES = 0.5
"""Mean number in eight weeks."""
ABSENCE_DAYS = (3, 14)
USUAL_MINUTES, MINUTES_SPREAD, SHORTEST, LONGEST = 20.0, 0.35, 8.0, 45.0
DAY_SPREAD = 0.25


@dataclass(frozen=True)
class Setting:
    """One of the six worlds."""

    rule: Rule
    scope: Scope

    @property
    def name(self) -> str:
        """As printed."""
        return f"{self.rule}, {self.scope}"


RULES_COMPARED: tuple[Rule, ...] = ("two_state", "practice", "forgetting")
SCOPES: tuple[Scope, ...] = ("level", "whole")
SETTINGS = tuple(Setting(rule, scope) for scope in SCOPES for rule in RULES_COMPARED)


@dataclass(frozen=True)
class Student:
    """One simulated student; abilities have mean 0 and standard deviation 1 before the course is counted in."""

    seed: tuple[int, ...]
    world: World
    """Its order is the scope: the points that the student may be asked, and will be examined on."""
    ability: float
    speed: float
    pace: float
    learnt: int
    """Points of the order learnt before."""
    minutes: tuple[float, ...]
    """Of study on each day; 0 on a day without."""


def student_of(world: Setting, number: int, seed: int, points: Points) -> Student:
    """The student with this number: the same for every plan, and under all three rules."""
    random = np.random.default_rng([seed, number, 11])
    ability, course = float(random.normal()), COURSES[number % len(COURSES)]
    order = _course_world(points, seed, course if world.scope == "level" else None)
    if world.scope == "level":
        learnt = int(random.uniform(0.0, LEARNT_OF_COURSE) * len(order.order))
    else:
        learnt = int(random.integers(0, len(order.order) - NEXT_POINTS + 1))
    current_level = points.by_id[order.order[min(learnt, len(order.order) - 1)]].level
    return Student(
        seed=(seed, number),
        world=order,
        ability=ability + LEVEL_STEP * (current_level - 1),
        # As in core.learning.simulation.students: those who know more learn a little faster.
        speed=exp(0.3 * (0.3 * ability + 0.95 * float(random.normal()))),
        pace=simulated_pace(random),
        learnt=learnt,
        minutes=study_minutes(random, DAYS, absences=int(random.poisson(ABSENCES)), absence_days=ABSENCE_DAYS),
    )


@lru_cache(maxsize=16)
def _course_world(points: Points, seed: int, course: tuple[int, ...] | None) -> World:
    only = None if course is None else frozenset(row.id for row in points.rows if row.level in course)
    return make_world(points, seed, only)


def study_minutes(
    random: np.random.Generator, days: int, *, absences: int, absence_days: tuple[int, int]
) -> tuple[float, ...]:
    """Minutes of study on each day from a Monday on, 0 on days without.

    Parameters
    ----------
    absences
        How many times the student stays away ...
    absence_days
        ... for so many days, both ends possible.
    """
    often = float(random.uniform(*STUDY_PROBABILITIES))
    usual = float(np.clip(exp(random.normal(log(USUAL_MINUTES), MINUTES_SPREAD)), SHORTEST, LONGEST))
    length = usual * np.exp(random.normal(0.0, DAY_SPREAD, days))
    weekday = np.array([WEEKDAY_FACTOR[day % 7] for day in range(days)])
    there = random.random(days) < np.minimum(often * weekday, 0.95)
    for _ in range(absences):
        first = int(random.integers(0, days))
        there[first : first + int(random.integers(absence_days[0], absence_days[1] + 1))] = False
    return tuple(float(each) for each in np.where(there, length, 0.0))
