"""A year of the daily plan with long absences: how many reviews wait, how many the plan asks, how fast they are caught up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from core.arrays import Float64
from core.learning.choosing import BACKLOG_CAP, PointStates, choose
from core.tables.points import Points
from evaluation.simulator.plans import asked_of
from evaluation.simulator.practice import EVENING, Asked, Practice
from evaluation.simulator.students import Setting, student_of, study_minutes

DAYS = 365
ABSENCES = (2, 4)
ABSENCE_DAYS = (7, 35)
RETURN_DAYS = 7
"""Days away from which a return is followed."""
WORLD = Setting("forgetting", "whole")


@dataclass
class Agenda:
    """The product's plan, with what is left of the day's reviews."""

    name: str = "ours"
    anew: bool = False
    reviews_left: int = BACKLOG_CAP

    def choose(self, states: PointStates, count: int, random: np.random.Generator) -> Sequence[Asked]:
        """As `core.learning.choosing.choose` with the cap of the whole day."""
        chosen = choose(states, count, random=random, cap=self.reviews_left)
        self.reviews_left -= sum(each.why == "due" for each in chosen)
        return asked_of(chosen)


@dataclass
class Return:
    """A student back after an absence, and what waited."""

    day: int
    away: int
    waiting: frozenset[str]
    study_days: int = 0
    cleared_on: int | None = None


@dataclass
class Year:
    """What was counted."""

    waiting: list[int] = field(default_factory=list)
    """Reviews due on each day of study, before it."""
    planned: list[int] = field(default_factory=list)
    """Reviews on the plan of each day of study."""
    returns: list[Return] = field(default_factory=list)


def year_of(number: int, seed: int, points: Points) -> Year:
    """One student's year; the goal is the whole path."""
    student = student_of(WORLD, number, seed, points)
    random = np.random.default_rng([seed, number, 12])
    absences = int(random.integers(ABSENCES[0], ABSENCES[1] + 1))
    minutes = study_minutes(random, DAYS, absences=absences, absence_days=ABSENCE_DAYS)
    practice = Practice(WORLD.rule, replace(student, minutes=minutes))
    year, last = Year(), 0
    for day in np.flatnonzero(minutes).tolist():
        _day(practice, year, day, day - last, minutes[day], random)
        last = day
    return year


def _day(practice: Practice, year: Year, day: int, away: int, minutes: float, random: np.random.Generator) -> None:
    begun = day + EVENING
    states = practice.ledger.states(begun)
    due = frozenset(practice.ids[index] for index in np.flatnonzero(states.overdue_days >= 0.0))
    if away >= RETURN_DAYS:
        year.returns.append(Return(day, away, due))
    agenda = Agenda()
    practice.mind.wander(day)
    practice.session(agenda, begun, minutes, random)
    year.waiting.append(len(due))
    year.planned.append(BACKLOG_CAP - agenda.reviews_left)
    for each in year.returns:
        _follow(each, practice, day)


def _follow(student_return: Return, practice: Practice, day: int) -> None:
    if student_return.cleared_on is not None:
        return
    student_return.study_days += 1
    answered = practice.ledger.last_days()
    if all(answered[point] >= student_return.day for point in student_return.waiting):
        student_return.cleared_on = day


def until_cleared(years: Sequence[Year]) -> tuple[Float64, int]:
    """Days from each return until everything that waited then was answered, and how many were still open at the end."""
    returns = [each for year in years for each in year.returns]
    days = [each.cleared_on - each.day + 1 for each in returns if each.cleared_on is not None]
    return np.array(days, dtype=np.float64), len(returns) - len(days)
