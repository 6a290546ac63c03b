"""Errors of essays on grammar points: what went wrong in writing is written again, the weakest of it twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.learning.choosing import Choice
from core.plan.day.filled_day import Day
from core.plan.day.positions import Position
from core.plan.inputs import WRITTEN
from core.plan.tasks.word_targets import ERROR_TIMES


def weakest(day: Day) -> int | None:
    """Place of the point on which most went wrong in essays of the last two days, of several the one known least, that can be typed
    or put in order."""
    return next((index for index in day.standing.states.urgent if _written(day, index)), None)


def wants_writing(day: Day, choice: Choice) -> bool:
    """Whether a choice is an error of an essay that the bank can have written again."""
    return choice.why == "urgent" and _written(day, choice.point_index)


def _written(day: Day, index: int) -> bool:
    made = any(error.kind in WRITTEN for error in day.standing.errors.get(index, ()))
    return made and day.stock.shelf.has_point("writing", day.stock.official_points.rows[index].id)


def with_room_to_write(day: Day, wanted: Sequence[Position]) -> list[Position]:
    """The positions with enough among them to write the weakest error: the earliest give way, those about words last, since errors in
    words may be booked there."""
    found = list(wanted)
    if weakest(day) is None:
        return found
    able = [index for index, position in enumerate(found) if "writing" in position.allowed]
    for index in sorted(able, key=lambda index: (_turned(found[index]), index))[:ERROR_TIMES]:
        found[index] = replace(found[index], skill="writing", form="point")
    return found


def _turned(position: Position) -> int:
    """How much would be turned about."""
    if position.form == "word":
        return 3
    return 0 if position.skill == "writing" else 1 if position.form == "point" else 2


def twice(day: Day, choices: Sequence[Choice], count: int) -> list[Choice]:
    """The choices, at most `count`, with the weakest error twice: the last one that does not press gives way."""
    index, found = weakest(day), list(choices)
    booked = next((choice for choice in found if choice.point_index == index and choice.why == "urgent"), None)
    if booked is None:
        return found
    if len(found) >= count:
        spare = [number for number, choice in enumerate(found) if choice.why not in ("urgent", "due")]
        if not spare:
            return found
        del found[spare[-1]]
    return [*found, booked]
