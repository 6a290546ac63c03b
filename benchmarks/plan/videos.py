"""Lessons of a month for new students who play everything that they are given: minutes of video a slot, and what comes back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

from core.plan.day.positions import SlotWant
from core.plan.day.slots import SLOTS, slots_of
from core.plan.lessons.resources import ResourceCatalogue
from core.plan.lessons.watching import AGAIN_AFTER, Watching
from core.plan.wire import PlanSettings
from core.tables import Tables
from evaluation.bars import Bars

STUDENTS, DAYS, FIRST = 1_000, 30, date(2026, 11, 23)
LEVELS = range(1, 8)
TOLERANCE = 0.1
WITHIN = 0.999
"""Share of slots that hold their minutes."""


class Held(NamedTuple):
    """A slot of a day with the minutes of video that it was to hold and holds."""

    level: int
    wanted: float
    minutes: float
    back: int
    """How many of its lessons were played less than a week before."""
    seen: int
    """How many were played longer ago."""


def run(bars: Bars) -> None:
    """Print each figure beside its bar."""
    watching = Watching(ResourceCatalogue(Tables()))
    held = [each for number in range(STUDENTS) for each in _month(watching, LEVELS[number % len(LEVELS)], number)]
    for level in LEVELS:
        of_level = [each for each in held if each.level == level]
        good = sum(abs(each.minutes - each.wanted) <= TOLERANCE * each.wanted for each in of_level)
        seen = sum(each.seen for each in of_level) / len(of_level)
        print(
            f"    level {level}: {len(of_level)} slots, lessons a slot that were played over a week before: {seen:.2f}"
        )
        bars.at_least(
            f"level {level}: share of slots whose video is within 10 % of the contract's", good / len(of_level), WITHIN
        )
    bars.equal(f"lessons that come back within {AGAIN_AFTER.days} days", sum(each.back for each in held), 0)


def _month(watching: Watching, level: int, number: int) -> Iterator[Held]:
    played: dict[str, date] = {}
    for offset in range(DAYS):
        today = FIRST + timedelta(days=offset)
        day: Any = SimpleNamespace(
            inputs=SimpleNamespace(played=dict(played), day=today, settings=PlanSettings()),
            levels=(level, level),
            random=Random(f"{number}/{offset}"),
            taken=set(),
            standing=SimpleNamespace(level=SimpleNamespace(level=level, known=True)),
        )
        for slot in slots_of(today):
            rule = SLOTS[slot]
            want = SlotWant(rule, rule.questions, float(rule.video_minutes), None, "quiet", "all")
            _, entries = watching.entries(day, want, [], want.video_minutes)
            before = [played[entry.resource_id] for entry in entries if entry.resource_id in played]
            back = sum(when > today - AGAIN_AFTER for when in before)
            video = sum(entry.minutes for entry in entries if entry.resource_type == "video")
            yield Held(level, want.video_minutes, video, back, len(before) - back)
            played |= {entry.resource_id: today for entry in entries}
