"""What simulated students do beside answering: lessons, homework, the community; reported every two weeks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from core.demo.cast import SEED, Actor
from core.portrait.wire import Behavior

FORTNIGHT = timedelta(days=14)
LESSONS, HOMEWORKS = 8, 4
"""In two weeks: four lessons and two pieces of homework a week."""
SHARES = {"D58": LESSONS, "D61": LESSONS, "D68": HOMEWORKS}
"""Attendance, preparation and homework done, each of so many."""
MINUTES_A_LESSON = 45
HOMEWORK_RIGHT, EXERCISES_RIGHT, CONTRIBUTIONS, PRESENT, RATING = "D69", "D66", "D63", "D59", "D73"
VISITS, POSTS, REPLIES = "D75", "D77", "D79"


def behaviours(actor: Actor, *, until: datetime) -> list[Behavior]:
    """The actor's behaviours, oldest first; none from the weeks without practice."""
    rng = random.Random(f"{SEED}{actor.student_id}behaviours")
    begun = until - timedelta(days=actor.days)
    found: list[Behavior] = []
    at = begun + FORTNIGHT
    while at < until:
        day = (at - begun).days
        if not any(first <= day < end for first, end in actor.profile.gaps):
            found += _fortnight(actor, at, rng)
        at += FORTNIGHT
    return found


def _fortnight(actor: Actor, at: datetime, rng: random.Random) -> Iterator[Behavior]:
    done = {name: sum(rng.random() < actor.diligence for _ in range(most)) for name, most in SHARES.items()}
    for indicator, most in SHARES.items():
        yield _behaviour(indicator, "percentage", done[indicator], at, max=most)
    yield _behaviour(PRESENT, "duration", MINUTES_A_LESSON * done["D58"], at)
    for indicator in (HOMEWORK_RIGHT, EXERCISES_RIGHT):
        right = min(95.0, max(30.0, 72 + 9 * actor.profile.ability + rng.gauss(0, 6)))
        yield _behaviour(indicator, "percentage", round(right), at, max=100)
    yield _behaviour(CONTRIBUTIONS, "count", round(max(0.0, rng.gauss(12 * actor.diligence, 3))), at)
    # Of levels 1 to 3, which the class is at: the teacher sees where a student stands among them.
    yield _behaviour(RATING, "level", round(min(3.0, max(1.0, 2 + 0.5 * actor.profile.ability))), at)
    if actor.community > 0:
        yield _behaviour(VISITS, "count", round(max(0.0, rng.gauss(1 + 1.5 * actor.community, 1))), at)
        yield _behaviour(POSTS, "count", round(max(0.0, rng.gauss(actor.community / 2, 1))), at)
        yield _behaviour(REPLIES, "count", round(max(0.0, rng.gauss(actor.community, 1))), at)


def _behaviour(indicator: str, kind: Any, value: float, at: datetime, *, max: float | None = None) -> Behavior:
    return Behavior(
        indicator=indicator, kind=kind, value=float(value), max=None if max is None else float(max), occurred_at=at
    )
