"""The times of entries in a day: one after the other, without overlaps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor

from core.plan.day.slots import SlotRule
from core.plan.model import Entry

LEAST_LENGTH = 1
"""Minutes: times are told in whole minutes."""


def length_of(minutes: float) -> int:
    """Whole minutes that something takes on the timetable: the nearest number, so that those of a slot add up to what it holds.

    >>> length_of(0.2), length_of(3.0), length_of(3.2), length_of(3.5)
    (1, 3, 3, 4)
    """
    return max(LEAST_LENGTH, floor(minutes + 0.5))


def free_start(entries: Iterable[Entry], rule: SlotRule, length: int, *, earliest: int | None = None) -> int | None:
    """The first minute of the slot from which so many are free; None when there is no such stretch."""
    start = rule.start if earliest is None else max(rule.start, earliest)
    for entry in sorted(entries, key=lambda each: each.start):
        if entry.end <= start:
            continue
        if entry.start >= start + length:
            break
        start = entry.end
    return start if start + length <= rule.end else None


def overlapping(entries: Iterable[Entry], start: int, end: int) -> Entry | None:
    """The first entry that stands between two minutes."""
    return next((entry for entry in entries if entry.start < end and start < entry.end), None)


def placed(entries: Sequence[Entry], rule: SlotRule, fixed_entries: Sequence[Entry]) -> list[Entry]:
    """The entries in this order in the slot, around the fixed entries; those for which no time is free are left out."""
    placed_entries: list[Entry] = []
    cursor = rule.start
    for entry in entries:
        length = length_of(entry.minutes)
        start = free_start([*fixed_entries, *placed_entries], rule, length, earliest=cursor)
        if start is None:
            continue
        placed_entries.append(entry.model_copy(update={"start": start, "end": start + length}))
        cursor = start + length
    return placed_entries
