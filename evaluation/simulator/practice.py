"""Eight weeks of practice of one simulated student under one plan, and what is left of it a week later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from core.learning.choosing import PointStates
from core.learning.simulation.rules import Rule
from core.learning.simulation.students import GUESS_CHOICE, ITEMS_A_POINT
from evaluation.simulator.items import Items
from evaluation.simulator.ledger import Given, Ledger
from evaluation.simulator.minds import Mind
from evaluation.simulator.students import DAYS, Student
from evaluation.simulator.times import Kind, simulated_seconds

EXPLANATION_SECONDS = 150.0
"""A lesson of ten to twelve slides, at the usual pace."""
CORRECTION_SECONDS = 10.0
"""For reading why an answer was wrong."""
SECONDS_A_POSITION = 35.0
"""What a plan reckons with when it turns minutes into positions."""
LATER_DAYS = 7.0
"""From the last day of the plan to the examination."""
EVENING = 0.8
"""When a session begins, as a part of the day."""
LEARNT_DAYS_AGO = (5.0, 120.0)
ANSWERS_BEFORE = 4
"""At most, in the product, on a point learnt before the plan."""
WEEK = 7.0
CHARACTERS = (12, 40)
"""Length of an item, bounds."""
DAY_SECONDS = 86_400.0
CHOICE: Kind = ("multiple_choice", "grammar")
OPEN: tuple[Kind, ...] = (("fill_blank", "grammar"), ("ordering", "grammar"))


class Asked(NamedTuple):
    """One position of a plan."""

    point_index: int
    target_probability: float | None = None
    """Probability of a right answer that its item should have; None = any item of the point, evenly."""


class Plan(Protocol):
    """What chooses the points of a session."""

    @property
    def name(self) -> str: ...
    @property
    def anew(self) -> bool:
        """Chooses again after every answer, not once a session."""

    def choose(self, states: PointStates, count: int, random: np.random.Generator) -> Sequence[Asked]:
        """What to ask, in order."""


@dataclass(frozen=True)
class Outcome:
    """What eight weeks came to."""

    before: float
    """Mean true recall over the scope on the evening of the first day, 0-1."""
    later: float
    """The same, a week after the last day."""
    answers: int
    right: int
    explained: int
    """Points explained during the weeks."""


class Practice:
    """A student on the way through the weeks."""

    def __init__(self, rule: Rule, student: Student) -> None:
        self.student = student
        self.ids = student.world.order
        self.mind = Mind(rule, student.world, student, student.seed)
        self.ledger = Ledger(student)
        self.random = np.random.default_rng([*student.seed, 3])
        self.items = Items(student.world, np.random.default_rng([*student.seed, 6]))
        self.answers = self.right = self.explained = 0
        self.ledger.note(list(self._history()))

    def _history(self) -> Iterator[Given]:
        random = np.random.default_rng([*self.student.seed, 4])
        for index in range(self.student.learnt):
            last = -float(random.uniform(*LEARNT_DAYS_AGO))
            self.mind.learnt_before(self.ids[index], last)
            guess = self.student.world.guess[self.ids[index]]
            # All answers are drawn from what the last one left: the rules speak of the state after them.
            for back in reversed(range(int(random.integers(1, ANSWERS_BEFORE + 1)))):
                item = int(random.integers(ITEMS_A_POINT))
                offset = self.student.world.item_offset[self.ids[index]][item]
                truth = self.mind.probability(self.ids[index], offset, guess[item], last)
                yield Given(index, bool(random.random() < truth), last - WEEK * back)

    def recall(self, at: float) -> float:
        """Mean true recall over the scope."""
        return float(np.mean([self.mind.recall(point, at) for point in self.ids]))

    def session(self, plan: Plan, begun: float, minutes: float, random: np.random.Generator) -> None:
        """One session: the plan chooses from what was answered before it (after every answer if it is made so)."""
        clock, ends = begun, begun + minutes * 60.0 / DAY_SECONDS
        while clock < ends:
            left = (ends - clock) * DAY_SECONDS
            count = 1 if plan.anew else max(1, round(left / SECONDS_A_POSITION))
            states = self.ledger.states(clock)
            chosen = plan.choose(states, count, random)
            if not len(chosen):
                return
            given = []
            for each in chosen:
                item = self.items.item(
                    each.point_index, float(states.predicted[each.point_index]), each.target_probability
                )
                clock, answer = self._asked(each.point_index, item, clock)
                given.append(answer)
                if clock >= ends:
                    break
            self.ledger.note(given)

    def _asked(self, index: int, item: int, clock: float) -> tuple[float, Given]:
        point = self.ids[index]
        if point not in self.mind.explained:
            clock += EXPLANATION_SECONDS * self.student.pace / DAY_SECONDS
            self.mind.explain(point, clock)
            self.explained += 1
        right = self.mind.answer(point, item, clock)
        kind = CHOICE if self.student.world.guess[point][item] == GUESS_CHOICE else OPEN[item % len(OPEN)]
        characters = int(self.random.integers(CHARACTERS[0], CHARACTERS[1] + 1))
        seconds = simulated_seconds(kind, self.student.pace, characters, self.random)
        answer = Given(index, right, clock)
        self.answers, self.right = self.answers + 1, self.right + right
        return clock + (seconds + (0.0 if right else CORRECTION_SECONDS)) / DAY_SECONDS, answer


def practised(rule: Rule, student: Student, plan: Plan) -> Outcome:
    """The weeks of one student under one plan."""
    practice = Practice(rule, student)
    before = practice.recall(EVENING)
    random = np.random.default_rng([*student.seed, 5])
    for day, minutes in enumerate(student.minutes):
        if minutes > 0.0:
            practice.mind.wander(day)
            practice.session(plan, day + EVENING, minutes, random)
    practice.mind.wander(DAYS + int(LATER_DAYS))
    later = practice.recall(DAYS + LATER_DAYS)
    return Outcome(before, later, practice.answers, practice.right, practice.explained)
