"""Which points to practise next: the policy of the daily plan.

Pure: a student's standing at one moment and a seeded generator go in, points and the reasons for them come out. How it was
chosen, and what lost, stands in benchmarks/simulator/README.md with figures.

The mix, first to last: errors of the last two days in writing and reading; new points with due reviews between them, or, for
a student who forgets, due reviews before anything new; what was answered and is not met; repeats. A point answered today
comes back today only when it is due or nothing else is left, but for the second item of a new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.learning.columns import Floats

Flags = NDArray[np.bool_]
Whole = NDArray[np.int64]
Why = Literal["urgent", "due", "weak", "ready", "repeat", "random"]
Position = tuple[int, Why]

RANDOM_SHARE = 0.05
"""Of all positions, picked evenly from a pool: what was then asked where the policy would not have can be weighted later."""
BACKLOG_CAP = 40
"""Reviews on the plan of one day at most: two thirds of an hour. What waits beyond it comes on the days after."""
SOLID = 0.6
"""Chance of a right answer from which others can rest on a point: the contract's bar for met."""


@dataclass(frozen=True)
class Mix:
    """How a plan is put together; the defaults are shipped, chosen in the simulator with seeds kept for that."""

    urgent_share: float = 0.3
    """Positions that go to errors of the last two days at most: a bad essay does not take the whole day."""
    review_share: float = 0.2
    """Of the positions that due reviews and new points share, for a student who keeps what was learnt."""
    forgets: float = 0.05
    """A student who keeps so much less than the predictor expects of what is due forgets: everything due comes before anything
    new, the longest overdue first, and ..."""
    held_above: int = 20
    """... new points are held back while more reviews than this are due."""
    least_success: float = 0.55
    """A new point waits until its first answers are this likely to be right, if others can come first."""
    new_items: int = 2
    """Times that a new point is asked on its first day."""
    due_near: float = 0.4
    """Due reviews come nearest to this chance first: where most is to be gained."""
    near: float = 0.7
    """The same for weak points and repeats, which nothing presses."""
    cooldown_days: float = 0.5
    """Answered since: today."""


SHIPPED = Mix()


@dataclass(frozen=True)
class Standing:
    """One student at one moment; every array has one entry a point, in the order of teaching."""

    chance: Floats
    """Of a right answer, 0-1, as the predictor sees it."""
    attempts: Whole
    """Answers so far."""
    met: Flags
    """Met or exceeded."""
    ready: Flags
    """Not met, and everything it rests on is `solid`."""
    idle_days: Floats
    """Since the last answer; inf = never."""
    overdue_days: Floats
    """Since it was due; negative = not yet, -inf = never answered."""
    urgent: Sequence[int] = ()
    """Places of errors of the last 48 hours in essays and readings, the most pressing first."""
    wanted: Flags | None = None
    """Points on the way to the student's goal; None = all."""
    kept: float | None = None
    """`core.learning.memory.kept_share`, 0-1; None = not known."""
    returning: bool = False
    """Back after a fortnight or more: no new points today, and what goes best first."""


def solid(met: Flags, chance: Floats, attempts: Whole) -> Flags:
    """What others can rest on: met, or answered and now likely enough to be right.

    A status counts every answer ever given, so a point that began badly is met long after it is known; waiting for it
    kept a quarter of the new points back in the simulator.
    """
    flags: Flags = met | ((attempts > 0) & (chance >= SOLID))
    return flags


@dataclass(frozen=True, slots=True)
class Choice:
    """One position of the plan."""

    place: int
    """Of the point, in the standing's arrays."""
    why: Why
    chance: float
    """Of a right answer, as the plan was made."""
    probability: float
    """With which this point came to this position, given the standing."""


def choose(
    standing: Standing, count: int, *, random: np.random.Generator, cap: int = BACKLOG_CAP, mix: Mix = SHIPPED
) -> list[Choice]:
    """Up to `count` positions in the order in which they should be asked; fewer only if there is nothing to ask.

    Parameters
    ----------
    standing
        The student as things stand.
    count
        Positions to fill.
    random
        Seeded: the same standing and seed give the same choices.
    cap
        Due reviews that may still go on this day's plan.
    """
    if count <= 0:
        return []
    pools = _Pools(standing, mix)
    planned = pools.planned(count, cap)
    return list(_with_random(planned, pools.open(), standing.chance, random))


class _Pools:
    """The points that may be asked, by the reason for which they would be; each list in the order of preference."""

    def __init__(self, standing: Standing, mix: Mix) -> None:
        self.standing, self.mix = standing, mix
        wanted = np.ones(len(standing.chance), dtype=np.bool_) if standing.wanted is None else standing.wanted
        self.answered = wanted & (standing.attempts > 0)
        overdue = self.answered & (standing.overdue_days >= 0.0)
        rested = self.answered & ~overdue & (standing.idle_days >= mix.cooldown_days)
        self.urgent = [place for place in dict.fromkeys(standing.urgent) if wanted[place]]
        self.forgets = self._forgets(overdue)
        self.due = self._due(overdue)
        self.weak = self._nearest(rested & ~standing.met, mix.near)
        self.repeats = self._nearest(rested & standing.met, mix.near)
        self.today = _by(self.answered & ~overdue & ~rested, -standing.idle_days)
        held = standing.returning or (self.forgets and int(overdue.sum()) > mix.held_above)
        self.fresh = wanted & (standing.attempts == 0) & ~standing.met & (not held)

    def _nearest(self, pool: Flags, chance: float) -> list[int]:
        return _by(pool, np.abs(self.standing.chance - chance))

    def _forgets(self, overdue: Flags) -> bool:
        kept, chance = self.standing.kept, self.standing.chance[overdue]
        return kept is not None and len(chance) > 0 and kept < float(chance.mean()) - self.mix.forgets

    def _due(self, overdue: Flags) -> list[int]:
        if self.standing.returning:
            return _by(overdue, -self.standing.chance)
        if self.forgets:
            return _by(overdue, -self.standing.overdue_days)
        return self._nearest(overdue, self.mix.due_near)

    def new(self) -> list[int]:
        """What was never answered: ready and likely to go well, ready, and only then what rests on open points."""
        standing, ready = self.standing, self.fresh & self.standing.ready
        likely = ready & (standing.chance >= self.mix.least_success)
        waiting = self.fresh & ~standing.ready
        return [
            *np.flatnonzero(likely).tolist(),
            *_by(ready & ~likely, -standing.chance),
            *np.flatnonzero(waiting).tolist(),
        ]

    def planned(self, count: int, cap: int) -> list[Position]:
        """The positions before chance has its share."""
        urgent = self.urgent[: round(self.mix.urgent_share * count)]
        reviews = [place for place in self.due if place not in urgent][: max(cap, 0)]
        new = [place for place in self.new() if place not in urgent]
        left = count - len(urgent)
        due = reviews[: round(self.mix.review_share * left) if new and not self.forgets else left]
        first = [place for place in new for _ in range(self.mix.new_items)][: left - len(due)]
        rest = chain(_why(reviews[len(due) :], "due"), _why(self.weak, "weak"), _why(self.repeats, "repeat"))
        planned = [*_why(urgent, "urgent"), *_mixed([*_why(due, "due")], [*_why(first, "ready")]), *rest]
        return planned[:count] or [*_why(self.today, "repeat")][:count]

    def open(self) -> Whole:
        """What a random position may ask: everything answered, and what is ready unless the student has just returned."""
        return np.flatnonzero(self.answered | (self.fresh & self.standing.ready))


def _by(pool: Flags, key: Floats) -> list[int]:
    places = np.flatnonzero(pool)
    ordered: list[int] = places[np.argsort(key[places], kind="stable")].tolist()
    return ordered


def _why(places: Iterable[int], why: Why) -> Iterator[Position]:
    return zip(places, repeat(why))


def _mixed(due: list[Position], new: list[Position]) -> list[Position]:
    """Both in their own order, spread evenly, so that a plan cut short keeps the mix."""
    parts = [((number + 0.5) / len(each), each[number]) for each in (due, new) for number in range(len(each))]
    return [position for _part, position in sorted(parts, key=lambda part: part[0])]


def _with_random(
    planned: Iterable[Position], pool: Whole, chance: Floats, random: np.random.Generator
) -> Iterator[Choice]:
    for place, why in planned:
        # Drawn for every position, so that a seed's later picks do not hang on its earlier ones.
        lot, other = random.random(), random.random()
        if len(pool) and lot < RANDOM_SHARE:
            drawn = int(pool[int(other * len(pool))])
            yield Choice(drawn, "random", float(chance[drawn]), RANDOM_SHARE / len(pool))
        else:
            yield Choice(place, why, float(chance[place]), 1.0 - RANDOM_SHARE if len(pool) else 1.0)
