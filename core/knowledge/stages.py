"""The recommended path: the points of the shortest one, laid out in weeks, with reviews of what they rest on between."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import ceil

from core.learning.mastery import HALF_LIFE, MET_FROM

REVIEW_AFTER = HALF_LIFE
"""A point not seen for so long is looked at again before something is built on it: half of its evidence has faded."""
REVIEW_SHARE = 0.5
"""Of a week's minutes, at most, for reviews: as in the daily plan."""
WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a point that is met."""

    mastery: float
    """0-1, decayed to now."""
    last_at: datetime | None


@dataclass
class Stage:
    """Some points of one level that fit into a week, after the reviews that they call for."""

    level: int
    week: int
    """From now; 1 is this one."""
    points: list[str] = field(default_factory=list)
    reviews: list[str] = field(default_factory=list)
    minutes: float = 0.0


@dataclass(frozen=True)
class Planner:
    """Lays a path out. `known` holds every point that is met now."""

    requires: Mapping[str, Collection[str]]
    known: Mapping[str, Known]
    level_of: Mapping[str, int]
    minutes_for: Callable[[str], float]
    minutes_for_review: float
    minutes_a_week: int
    now: datetime

    def stages(self, path: Sequence[str]) -> list[Stage]:
        """The points of the path in its order; a stage ends with its level or with its week.

        A point that is longer than a week stands alone in its stage. Reviews come before the points that rest on them, each
        once unless it is due again: those whose mastery has fallen below 60 % first, then those seen longest ago.
        """
        seen = {point: known.last_at for point, known in self.known.items()}
        faded = {point for point, known in self.known.items() if known.mastery < MET_FROM}
        stages: list[Stage] = []
        spent = 0.0
        for point in path:
            stage = self._stage_for(point, stages, spent)
            at = self.now + (stage.week - 1) * WEEK
            room = max(0.0, REVIEW_SHARE * self.minutes_a_week - len(stage.reviews) * self.minutes_for_review)
            for review in self._due(point, seen, faded, at)[: int(room / self.minutes_for_review)]:
                stage.reviews.append(review)
                seen[review] = at
                faded.discard(review)
                spent += self.minutes_for_review
                stage.minutes += self.minutes_for_review
            stage.points.append(point)
            seen[point] = at
            spent += self.minutes_for(point)
            stage.minutes += self.minutes_for(point)
        return stages

    def _stage_for(self, point: str, stages: list[Stage], spent: float) -> Stage:
        """The last stage if it is of the point's level and the week it began in has room; else a new one."""
        week = 1 + int(spent // self.minutes_a_week)
        level = self.level_of[point]
        if not stages or stages[-1].level != level or stages[-1].week != week:
            stages.append(Stage(level, week))
        return stages[-1]

    def _due(self, point: str, seen: Mapping[str, datetime | None], faded: Collection[str], at: datetime) -> list[str]:
        """What the point rests on directly and has been lost from sight, the most pressing first."""
        due: list[tuple[bool, float, str]] = []
        for required in self.requires[point]:
            last_at = seen.get(required)
            age = (at - last_at) / REVIEW_AFTER if last_at is not None else 0.0
            if required in faded or age > 1:
                due.append((required not in faded, -age, required))
        return [required for *_, required in sorted(due)]


def ends_after(stages: Sequence[Stage], minutes_a_week: int) -> timedelta:
    """How long the whole path takes, in whole days.

    >>> ends_after([Stage(1, 1, minutes=150.0), Stage(1, 2, minutes=10.0)], 150).days
    8
    """
    return timedelta(days=ceil(7 * sum(stage.minutes for stage in stages) / minutes_a_week))
