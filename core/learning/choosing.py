"""Which points to practise next: the policy of the daily plan.

Pure: a student's states at one moment and a seeded generator go in, points and the reasons for them come out. How it was
chosen, and what lost, stands in evaluation/simulator/README.md with figures.

The mix, first to last: errors of the last two days in writing and reading; new points with due reviews between them, or, for
a student who forgets, due reviews before anything new; what was answered and is not met; repeats. Between them firm points,
so that most of a day's answers can be expected to be right. A point answered today comes back today only when it is due or
nothing else is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil, exp
from typing import Literal, NamedTuple

import numpy as np

from core.arrays import Bool, Float64, Int64
from core.learning.fit import TARGET_PROBABILITY
from core.learning.items.prediction import GUESSED
from core.learning.prediction.features import LEAST, MOST, logistic

Why = Literal["urgent", "due", "weak", "ready", "early", "repeat", "random"]


class Position(NamedTuple):
    """A point, why it is asked, and whether it is asked for the sake of the floor."""

    point_index: int
    why: Why
    firm: bool = False


RANDOM_SHARE = 0.05
"""Of all positions, picked evenly from a pool: what was then asked where the policy would not have can be weighted later."""
BACKLOG_CAP = 40
"""Reviews on the plan of one day at most: two thirds of an hour. What waits beyond it comes on the days after."""
SOLID = 0.6
"""Probability of a right answer from which others can rest on a point: the contract's bar for met."""


@dataclass(frozen=True)
class Mix:
    """How a plan is put together. The defaults are shipped; they were chosen in the simulator with seeds reserved for that."""

    urgent_share: float = 0.3
    """Positions that go to errors of the last two days at most, but one at least: a bad essay does not take the whole day."""
    review_share: float = 0.6
    """Of the positions that due reviews and new points share, for a student who keeps what was learnt. A new point takes the
    time of six reviews."""
    forgets: float = 0.05
    """A student who keeps so much less than the predictor expects of what is due forgets: everything due comes before anything
    new, the longest overdue first, and ..."""
    backlog_limit: int = 20
    """... no new points are given while more reviews than this are due."""
    forgetting_discount: float = 0.5
    """For a student who forgets, the expected success on what is due is lowered by this share of the gap between what the
    predictor expects and what the student keeps."""
    least_success: float = 0.55
    """A new point waits until its first answers are this likely to be right, if others can come first."""
    new_items: int = 1
    """Times that a new point is asked on its first day: a second answer in one breath teaches little."""
    near: float = 0.4
    """Due reviews, weak points and repeats come nearest to this probability first: where most is to be gained."""
    cooldown_days: float = 0.5
    """A point answered more recently than this counts as answered today."""
    floor: float = 0.72
    """Expected share of right answers of a day, from its start to any position in it. Where it falls below, a firm point is
    inserted, if there is one."""
    firm_from: float = 0.7
    """Probability from which a point is firm."""
    item_near: float = 0.9
    """Probability of a right answer wanted of an item: recognition before production."""
    item_firm: float = 0.97
    """The same of a firm point that is asked for the sake of the floor."""


SHIPPED = Mix()


@dataclass(frozen=True)
class PointStates:
    """One student at one moment; every array has one entry a point, in the order of teaching."""

    predicted: Float64
    """Of a right answer, 0-1, as the predictor sees it."""
    attempts: Int64
    """Answers so far."""
    met: Bool
    """Met or exceeded."""
    ready: Bool
    """Neither met nor assumed, and everything it rests on is `solid` or assumed."""
    idle_days: Float64
    """Since the last answer; inf = never."""
    overdue_days: Float64
    """Since it was due; negative = not yet, -inf = never answered."""
    urgent: Sequence[int] = ()
    """Indexes of the points with errors of the last 48 hours in essays and readings, the most pressing first."""
    on_goal_path: Bool | None = None
    """Points on the way to the student's goal; None = all."""
    kept_share: float | None = None
    """`core.learning.memory.kept_share`, 0-1; None = not known."""
    assumed: Bool | None = None
    """Never answered and of a level that the student has behind them; None = no point."""
    returning: bool = False
    """Back after a fortnight or more: no new points today, and what goes best first."""


def solid(met: Bool, predicted: Float64, attempts: Int64) -> Bool:
    """What others can rest on: met, or answered and now likely enough to be right.

    A status counts every answer ever given, so a point that began badly is met long after it is known; waiting for it
    kept a quarter of the new points back in the simulator.
    """
    flags: Bool = met | ((attempts > 0) & (predicted >= SOLID))
    return flags


@dataclass(frozen=True, slots=True)
class Choice:
    """One position of the plan."""

    point_index: int
    """Index of the point in the arrays of `PointStates`."""
    why: Why
    predicted: float
    """Of a right answer, as the plan was made."""
    probability: float
    """With which this point came to this position, given the states."""
    target_probability: float = TARGET_PROBABILITY
    """Probability of a right answer that the item should have: take the item of the point whose `item_probability` is nearest."""


def item_probability(predicted: float, guessed: Float64, harder: Float64) -> Float64:
    """Of a right answer on items of a point, from the probability on the point.

    Parameters
    ----------
    predicted
        Probability of a right answer on the point, 0-1, guessing included, as the predictor sees it.
    guessed : array [items]
        Probability of a right answer by guessing: `core.learning.items.prediction.floor_of`.
    harder : array [items]
        Logits by which an item is harder than its point.

    >>> item_probability(0.6, np.array([0.25, 0.0]), np.array([0.0, 0.0])).round(2)
    array([0.64, 0.52])
    """
    knows = min(max((predicted - GUESSED) / (1.0 - GUESSED), LEAST), MOST)
    moved = logistic(np.log(knows / (1.0 - knows)) - harder)
    probability: Float64 = guessed + (1.0 - guessed) * moved
    return probability


def one_item_probability(predicted: float, guessed: float, harder: float) -> float:
    """`item_probability` of a single item, without arrays: a tenth of the time where items are looked at one by one.

    >>> round(one_item_probability(0.6, 0.25, 0.0), 2), round(one_item_probability(0.6, 0.0, 0.0), 2)
    (0.64, 0.52)
    """
    knows = min(max((predicted - GUESSED) / (1.0 - GUESSED), LEAST), MOST)
    return guessed + (1.0 - guessed) / (1.0 + (1.0 - knows) / knows * exp(harder))


def choose(
    states: PointStates, count: int, *, random: np.random.Generator, cap: int = BACKLOG_CAP, mix: Mix = SHIPPED
) -> list[Choice]:
    """Up to `count` positions in the order in which they should be asked; fewer only if there is nothing to ask.

    Parameters
    ----------
    states
        The student as things stand.
    count
        Positions to fill.
    random
        Seeded: the same states and seed give the same choices.
    cap
        Due reviews that may still go on this day's plan.
    """
    if count <= 0:
        return []
    pools = _Pools(states, mix)
    planned = pools.planned(count, cap)
    return list(_with_random(planned, pools.open(), states.predicted, random, mix))


class _Pools:
    """The points that may be asked, by the reason for which they would be; each list in the order of preference."""

    def __init__(self, states: PointStates, mix: Mix) -> None:
        self.states, self.mix = states, mix
        everything = np.ones(len(states.predicted), dtype=np.bool_)
        eligible = everything if states.on_goal_path is None else states.on_goal_path
        self.answered = eligible & (states.attempts > 0)
        overdue = self.answered & (states.overdue_days >= 0.0)
        rested = self.answered & ~overdue & (states.idle_days >= mix.cooldown_days)
        self.urgent = [index for index in dict.fromkeys(states.urgent) if eligible[index]]
        self.overdue, self.rested = overdue, rested
        self.forgets = self._forgets(overdue)
        self.due = self._due(overdue)
        self.weak = self._nearest(rested & ~states.met)
        self.repeats = self._nearest(rested & states.met)
        self.today = _by(self.answered & ~overdue & ~rested, -states.idle_days)
        nothing_new = states.returning or (self.forgets and int(overdue.sum()) > mix.backlog_limit)
        self.fresh = eligible & (states.attempts == 0) & ~states.met & (not nothing_new)
        if states.assumed is not None:
            self.fresh &= ~states.assumed

    def _nearest(self, pool: Bool) -> list[int]:
        return _by(pool, np.abs(self.states.predicted - self.mix.near))

    def _forgets(self, overdue: Bool) -> bool:
        kept_share, predicted = self.states.kept_share, self.states.predicted[overdue]
        if kept_share is None or not len(predicted):
            return False
        return kept_share < float(predicted.mean()) - self.mix.forgets

    def _due(self, overdue: Bool) -> list[int]:
        if self.states.returning:
            return _by(overdue, -self.states.predicted)
        if self.forgets:
            return _by(overdue, -self.states.overdue_days)
        return self._nearest(overdue)

    def new(self) -> list[Position]:
        """What was never answered: ready and likely to go well, ready, and only then, "early", what rests on open points."""
        states, ready = self.states, self.fresh & self.states.ready
        likely = ready & (states.predicted >= self.mix.least_success)
        waiting = self.fresh & ~states.ready
        return [
            *_why(np.flatnonzero(likely).tolist(), "ready"),
            *_why(_by(ready & ~likely, -states.predicted), "ready"),
            *_why(_by(waiting, -states.predicted), "early"),
        ]

    def planned(self, count: int, cap: int) -> list[Position]:
        """The positions before some of them are replaced at random."""
        urgent = self.urgent[: max(1, ceil(self.mix.urgent_share * count))]
        reviews = [index for index in self.due if index not in urgent][: max(cap, 0)]
        new = [position for position in self.new() if position.point_index not in urgent]
        remaining = count - len(urgent)
        due = reviews[: round(self.mix.review_share * remaining) if new and not self.forgets else remaining]
        first = [position for position in new for _ in range(self.mix.new_items)][: remaining - len(due)]
        rest = chain(_why(reviews[len(due) :], "due"), _why(self.weak, "weak"), _why(self.repeats, "repeat"))
        planned = [*_mixed([*_why(due, "due")], first), *rest]
        if not self.states.returning:
            planned = self._lifted([*_why(urgent, "urgent")], planned, self._firm(reviews), count)
        else:
            planned = [*_why(urgent, "urgent"), *planned]
        return planned[:count] or [*_why(self.today, "repeat")][:count]

    def _firm(self, reviews: list[int]) -> list[Position]:
        """What lifts the expected success, latest answered first: it is the surest. Due reviews only within the cap."""
        allowed = self.rested.copy()
        allowed[reviews] = True
        firm = _by(allowed & (self._expected() >= self.mix.firm_from), self.states.idle_days)
        return [Position(index, "due" if self.overdue[index] else "repeat", firm=True) for index in firm]

    def _expected(self) -> Float64:
        """Probability of a right answer on each point; the predictor hardly sees forgetting, so what is due counts for less."""
        predicted = self.states.predicted.copy()
        if self.forgets and self.states.kept_share is not None:
            gap = predicted[self.overdue].mean() - self.states.kept_share
            predicted[self.overdue] -= self.mix.forgetting_discount * gap
        return predicted

    def _lifted(
        self, urgent: list[Position], planned: list[Position], firm: list[Position], count: int
    ) -> list[Position]:
        """Firm points between the others, so that the expected share of right answers is never long below the floor."""
        expected, lifted, taken = self._expected(), list(urgent), {position.point_index for position in urgent}
        total, spare = float(sum(expected[position.point_index] for position in urgent)), iter(firm)
        for candidate in planned:
            if len(lifted) >= count:
                break
            if candidate.point_index in taken and candidate.why not in ("ready", "early"):
                continue
            with_firm = chain([candidate], (position for position in spare if position.point_index not in taken))
            for position in with_firm:
                lifted.append(position)
                taken.add(position.point_index)
                total += float(expected[position.point_index])
                if total >= self.mix.floor * len(lifted):
                    break
        return lifted

    def open(self) -> Int64:
        """What a random position may ask: everything answered, and what is ready unless the student has just returned."""
        return np.flatnonzero(self.answered | (self.fresh & self.states.ready))


def _by(pool: Bool, key: Float64) -> list[int]:
    indexes = np.flatnonzero(pool)
    ordered: list[int] = indexes[np.argsort(key[indexes], kind="stable")].tolist()
    return ordered


def _why(indexes: Iterable[int], why: Why) -> Iterator[Position]:
    return (Position(index, why) for index in indexes)


def _mixed(due: list[Position], new: list[Position]) -> list[Position]:
    """Both in their own order, spread evenly, so that a plan cut short keeps the mix."""
    spread = [((index + 0.5) / len(queue), queue[index]) for queue in (due, new) for index in range(len(queue))]
    return [position for _share, position in sorted(spread, key=lambda pair: pair[0])]


def _with_random(
    planned: Iterable[Position], pool: Int64, predicted: Float64, random: np.random.Generator, mix: Mix
) -> Iterator[Choice]:
    for index, why, firm in planned:
        # Drawn for every position, so that a seed's later picks do not hang on its earlier ones.
        lottery, draw = random.random(), random.random()
        target_probability = mix.item_firm if firm else mix.item_near
        if why == "urgent" or not len(pool):
            yield Choice(index, why, float(predicted[index]), 1.0, target_probability)
        elif lottery < RANDOM_SHARE:
            drawn = int(pool[int(draw * len(pool))])
            yield Choice(drawn, "random", float(predicted[drawn]), RANDOM_SHARE / len(pool), mix.item_near)
        else:
            yield Choice(index, why, float(predicted[index]), 1.0 - RANDOM_SHARE, target_probability)
