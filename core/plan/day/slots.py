"""The contract's slots: when they are, which skills come first, how much is in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from core.records.plan import WEEKDAY_SLOTS, Slot, WeekdaySlot
from core.wire import SKILLS, Bilingual, Skill

__all__ = ["SLOTS", "Slot", "SlotRule", "WeekdaySlot", "clock", "is_weekend", "minute_of", "slot_named", "slots_of"]

HOUR = 60
DAY_END = 24 * HOUR


@dataclass(frozen=True)
class SlotRule:
    """One line of the slot table; minutes count from midnight (UTC+8), `end` is excluded."""

    slot: Slot
    start: int
    end: int
    priority: tuple[Skill, ...]
    quotas: tuple[int, ...]
    """Questions of each skill in the order of `priority`: 40, 30, 20 and 10 %, in whole questions."""
    video_minutes: int
    name: Bilingual

    @property
    def questions(self) -> int:
        """Of all skills."""
        return sum(self.quotas)

    @property
    def minutes(self) -> int:
        """Length of the slot."""
        return self.end - self.start

    @property
    def wire_slot(self) -> WeekdaySlot:
        """The slot's name on an item: the weekend's one slot is the morning's."""
        return "morning" if self.slot == "weekend" else self.slot

    @property
    def period(self) -> str:
        """HH:MM-HH:MM; 24:00 as an end."""
        return f"{clock(self.start)}-{clock(self.end)}"

    def shares(self, questions: int) -> dict[Skill, int]:
        """So many questions divided over the skills as the full number is; the remainder goes by priority.

        >>> SLOTS["morning"].shares(3)
        {'listening': 1, 'speaking': 1, 'reading': 1, 'writing': 0}
        >>> list(SLOTS["night"].shares(15).values())
        [6, 5, 3, 1]
        """
        exact = [questions * quota / self.questions for quota in self.quotas]
        counts = [int(share) for share in exact]
        remainder = questions - sum(counts)
        # The largest remainders first; of equal ones the skill that comes first in the slot.
        order = sorted(range(len(exact)), key=lambda index: (counts[index] - exact[index], index))
        for index in order[:remainder]:
            counts[index] += 1
        return dict(zip(self.priority, counts, strict=True))


def _rule(
    slot: Slot, hours: tuple[float, float], priority: str, quotas: tuple[int, ...], video: int, zh: str, en: str
) -> SlotRule:
    order = tuple(next(skill for skill in SKILLS if skill[0] == letter) for letter in priority)
    return SlotRule(slot, int(hours[0] * HOUR), int(hours[1] * HOUR), order, quotas, video, Bilingual(zh=zh, en=en))


SLOTS: Mapping[Slot, SlotRule] = {
    "morning": _rule("morning", (7, 8), "lsrw", (2, 2, 1, 1), 30, "早上", "Morning"),
    "noon": _rule("noon", (12, 14.5), "rwls", (5, 4, 2, 1), 30, "中午", "Noon"),
    "evening": _rule("evening", (18, 19.5), "swlr", (3, 3, 2, 1), 40, "傍晚", "Evening"),
    "night": _rule("night", (21.5, 24), "wrls", (6, 5, 3, 1), 50, "夜间", "Night"),
    "weekend": _rule("weekend", (7, 12), "lsrw", (7, 6, 6, 6), 50, "周末", "Weekend"),
}
"""The slots of the contract, with what each holds."""


def is_weekend(day: date) -> bool:
    """Saturday and Sunday have the weekend slot alone."""
    return day.weekday() >= 5


def slots_of(day: date) -> tuple[Slot, ...]:
    """The slots that a day has, earliest first."""
    return ("weekend",) if is_weekend(day) else WEEKDAY_SLOTS


def slot_named(wire_slot: WeekdaySlot, day: date) -> Slot | None:
    """The slot that a name on the wire means on a day; None where the day has no such slot."""
    if is_weekend(day):
        return "weekend" if wire_slot == "morning" else None
    return wire_slot


def clock(minute: int) -> str:
    """HH:MM of a minute of the day.

    >>> clock(425), clock(1440)
    ('07:05', '24:00')
    """
    return f"{minute // HOUR:02d}:{minute % HOUR:02d}"


def minute_of(text: str) -> int:
    """The minute of the day of HH:MM.

    >>> minute_of("21:30")
    1290
    """
    hours, minutes = text.split(":")
    return int(hours) * HOUR + int(minutes)
