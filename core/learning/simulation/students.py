"""Simulated students whose truth is known: for measuring the learner model, and for the labelled demo class.

Each simulated answer carries the true probability beside it. Three rules of learning from the literature, none of which has
the form of `core.learning.prediction.predictor`:

two_state   Bayesian knowledge tracing (Corbett & Anderson 1995), students differing (Yudelson and others 2013): a point
            is known or not; knowing comes at once, with some probability at each practice; guesses and slips.
practice    Item response theory with gains from practice by a power law (additive factors, Cen and others 2006), a third
            parameter for guessing, and an ability that wanders.
forgetting  Half-life regression (Settles & Meeder 2016): recall halves with each half-life, which practice stretches.

The constants below were set from those papers and from what is plausible before any figure was looked at; they are
not to be moved to make a figure better.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import exp, log

import numpy as np

from core.learning.days import day_of, day_start
from core.learning.simulation.rules import RULES, Answerer, Rule
from core.tables.points import Points

ITEMS_A_POINT = 12
POINT_SPREAD = 0.7
"""Standard deviation of the difficulty of points of one level, in logits."""
LEVEL_STEP = 0.15
"""How much harder a level is than the one below, in logits: later points are met by stronger students."""
ITEM_SPREAD = 0.5
"""Standard deviation of items round their point, in logits."""
CHOICE_SHARE = 0.6
"""Share of items with four options."""
GUESS_CHOICE, GUESS_OPEN = 0.25, 0.03
NEW_SHARE = 0.3
"""Share of a session's items on the newest point or a new one."""
RECENT = 10
"""How many points count as recent in a review."""
RECENT_SHARE = 0.6
ANSWERS_BEFORE_NEXT = 3
"""Answers on a point before the class goes on to the next."""
SECONDS_AN_ANSWER = 25
WEEKDAY_FACTOR = (1.0, 1.0, 1.0, 1.0, 0.7, 1.3, 1.2)
"""Monday to Sunday."""
EVENING = timedelta(hours=19, minutes=30)


@dataclass(frozen=True)
class Profile:
    """What a simulated student is like. Abilities have mean 0 and standard deviation 1 over a class."""

    ability: float
    speed: float
    """Multiplies gains from practice; 1 is usual."""
    sessions_a_week: float
    items_a_session: int
    known_points: int
    """Points of the teaching order already learnt, well or badly, before the first day."""
    gaps: tuple[tuple[int, int], ...] = ()
    """Days (first, one past the last) without a session."""
    drift: float = 0.0
    """Logits that the ability moves in a year."""


@dataclass(frozen=True, slots=True)
class SimulatedAnswer:
    """One answer and the truth behind it."""

    student: int
    """Index in the profiles."""
    point: str
    item: int
    """0 to ITEMS_A_POINT - 1 within the point."""
    right: bool
    moment: datetime
    truth: float
    """The true probability of a right answer just before it."""


@dataclass
class World:
    """Difficulties of points and items: the same for all students of one seed."""

    order: list[str]
    requires: dict[str, list[str]]
    difficulty: dict[str, float]
    item_offset: dict[str, list[float]]
    guess: dict[str, list[float]]
    seed: int = 0
    index_of: dict[str, int] = field(default_factory=dict)


def profiles(students: int, seed: int, *, days: int = 365, furthest: int = 300) -> list[Profile]:
    """Students who differ as students do; `furthest` bounds what they know before the first day."""
    rng = np.random.default_rng([seed, 1])
    return [_profile(rng, days, furthest) for _ in range(students)]


def _profile(rng: np.random.Generator, days: int, furthest: int) -> Profile:
    ability = float(rng.normal())
    gaps = []
    for _ in range(int(rng.integers(0, 4))):
        first = int(rng.integers(0, days))
        gaps.append((first, first + int(rng.integers(7, 36))))
    return Profile(
        ability=ability,
        # Those who know more learn a little faster (correlation about 0.3).
        speed=exp(0.3 * (0.3 * ability + 0.95 * float(rng.normal()))),
        sessions_a_week=float(np.clip(exp(rng.normal(log(2.5), 0.5)), 0.5, 7.0)),
        items_a_session=int(rng.integers(8, 21)),
        known_points=int(rng.integers(0, furthest + 1)),
        gaps=tuple(gaps),
    )


def simulate(
    rule: Rule,
    students: Sequence[Profile],
    *,
    days: int,
    seed: int,
    points: Points,
    start: datetime,
    only: Collection[str] | None = None,
    mind: type[Answerer] | None = None,
) -> list[SimulatedAnswer]:
    """Every answer of these students, by student and then by time.

    Parameters
    ----------
    rule
        How they learn.
    days
        How many days of school (UTC+8) from the day of `start` on.
    seed
        Difficulties and every random draw come from it alone: the same seed gives the same answers.
    only
        Points that are practised (default: all 853).
    mind
        What learns and answers (default: the rule's own).
    """
    world = make_world(points, seed, only)
    answers: list[SimulatedAnswer] = []
    for student, profile in enumerate(students):
        rng = np.random.default_rng([seed, 2, student])
        answers += _year(
            student,
            profile,
            (mind or RULES[rule])(world.difficulty, world.requires, profile, rng),
            world,
            rng,
            days,
            start,
        )
    return answers


def make_world(points: Points, seed: int, only: Collection[str] | None = None) -> World:
    """The teaching order (prerequisites first, then level and number) and difficulties drawn from the seed."""
    import networkx as nx  # only where students are simulated

    rng = np.random.default_rng([seed, 3])
    rows = points.by_id
    whole = nx.lexicographical_topological_sort(
        points.graph, key=lambda each: (rows[each].level, rows[each].number, each)
    )
    order = [point for point in whole if only is None or point in only]
    kept = set(order)
    return World(
        order=order,
        requires={point: [each for each in points.graph.predecessors(point) if each in kept] for point in order},
        difficulty={point: float(rng.normal(LEVEL_STEP * (rows[point].level - 1), POINT_SPREAD)) for point in order},
        item_offset={point: [float(each) for each in rng.normal(0, ITEM_SPREAD, ITEMS_A_POINT)] for point in order},
        guess={
            point: [GUESS_CHOICE if each < CHOICE_SHARE else GUESS_OPEN for each in rng.random(ITEMS_A_POINT)]
            for point in order
        },
        seed=seed,
        index_of={point: index for index, point in enumerate(order)},
    )


def _year(
    student: int,
    profile: Profile,
    mind: Answerer,
    world: World,
    rng: np.random.Generator,
    days: int,
    start: datetime,
) -> Iterator[SimulatedAnswer]:
    study = _Study(world, profile, rng)
    first = day_of(start)
    for each in study.seen:
        mind.taught(each, -float(rng.uniform(5, 120)), before=True)
    for day in range(days):
        date = first + timedelta(days=day)
        often = min(profile.sessions_a_week / 7 * WEEKDAY_FACTOR[date.weekday()], 0.95)
        if rng.random() >= often or any(begin <= day < end for begin, end in profile.gaps):
            continue
        begun = day_start(date) + EVENING + timedelta(minutes=float(rng.normal(0, 60)))
        mind.wander(day, profile.drift)
        for position in range(profile.items_a_session):
            moment = begun + timedelta(seconds=SECONDS_AN_ANSWER * position)
            at = day + 0.8 + position * SECONDS_AN_ANSWER / 86_400
            point, new = study.next_point()
            if new:
                mind.taught(point, at - float(rng.uniform(0.02, 2.0)), before=False)
            item = int(rng.integers(ITEMS_A_POINT))
            truth = mind.probability(point, world.item_offset[point][item], world.guess[point][item], at)
            right = bool(rng.random() < truth)
            mind.answered(point, right, at)
            yield SimulatedAnswer(student, point, item, right, moment, truth)


class _Study:
    """What a student practises next: the newest point, one of the recent, or an older one."""

    def __init__(self, world: World, profile: Profile, rng: np.random.Generator) -> None:
        self.order = world.order
        self.rng = rng
        self.frontier = min(profile.known_points, len(world.order) - 1)
        self.seen = list(world.order[: self.frontier])
        self.on_newest = ANSWERS_BEFORE_NEXT

    def next_point(self) -> tuple[str, bool]:
        """A point, and whether it is met for the first time."""
        if not self.seen or self.rng.random() < NEW_SHARE:
            return self._newest()
        recent = self.seen[-RECENT:]
        older = self.seen[:-RECENT]
        pool = recent if not older or self.rng.random() < RECENT_SHARE else older
        return pool[int(self.rng.integers(len(pool)))], False

    def _newest(self) -> tuple[str, bool]:
        if self.on_newest < ANSWERS_BEFORE_NEXT and self.seen:
            self.on_newest += 1
            return self.seen[-1], False
        if self.frontier >= len(self.order):
            return self.seen[int(self.rng.integers(len(self.seen)))], False
        self.on_newest = 1
        self.seen.append(self.order[self.frontier])
        self.frontier += 1
        return self.seen[-1], True
