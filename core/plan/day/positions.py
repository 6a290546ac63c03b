"""How many questions of which skill each slot of a day gets, and what kind of thing each is to be about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Literal

from core.plan.day.slots import SLOTS, SlotRule
from core.plan.day.timetable import length_of
from core.plan.wire import Place, PlanSettings
from core.records.plan import Slot
from core.wire import SKILLS, Skill

Form = Literal["point", "word", "text"]
FORMS: Mapping[Skill, tuple[Form, ...]] = {
    "listening": ("text", "word"),
    "speaking": ("point", "point", "word"),
    "reading": ("point", "text", "point", "word", "text"),
    "writing": ("point", "word", "point"),
}
"""What the questions of a skill are about, in turns. Points are what path and map are made of; listening has whole texts and single words
only, since no item of the bank asks a point by ear."""
ON_THE_WAY: Mapping[Skill, Skill] = {"speaking": "listening", "writing": "reading"}
"""Where one can neither speak nor write, something to hear or to read stands in."""
Hearing = Literal["all", "words", "nothing"]
"""What a student can hear: all with a Chinese voice in the browser; without one recorded words alone, or nothing."""


@dataclass(frozen=True)
class SlotWant:
    """What one slot is to hold."""

    rule: SlotRule
    questions: int
    video_minutes: float
    cap: int | None
    """Minutes at most; None: the slot's own."""
    place: Place
    hearing: Hearing = "all"

    def shares(self) -> dict[Skill, int]:
        """Questions of each skill, in the slot's order."""
        moved: dict[Skill, int] = {}
        for skill, count in self.rule.shares(self.questions).items():
            if self.place == "way":
                skill = ON_THE_WAY.get(skill, skill)
            if self.hearing == "nothing" and skill == "listening":
                skill = "reading"
            moved[skill] = moved.get(skill, 0) + count
        return moved


@dataclass(frozen=True, slots=True)
class Position:
    """One question to be found."""

    slot: Slot
    skill: Skill
    form: Form
    place: Place = "quiet"

    @property
    def allowed(self) -> Sequence[Skill]:
        """Skills that can be trained there, whatever is wanted."""
        return SKILLS if self.place == "quiet" else tuple(skill for skill in SKILLS if skill not in ON_THE_WAY)


def wants(
    slots: Sequence[Slot],
    settings: PlanSettings,
    seconds_of: Callable[[Skill], float],
    assigned: Mapping[Slot, float],
    hearing: Hearing = "all",
) -> list[SlotWant]:
    """What each slot that the student has on is to hold.

    Parameters
    ----------
    seconds_of
        Expected for a question of a skill.
    assigned
        Minutes that a teacher's assignments take in each slot: they come off what the student gives.
    hearing
        Where nothing can be heard, something to read stands in.
    """
    found = []
    for slot in slots:
        choice = settings.of(slot)
        if not choice.on:
            continue
        rule = SLOTS[slot]
        if choice.minutes is None:
            found.append(SlotWant(rule, rule.questions, rule.video_minutes, None, choice.place, hearing))
            continue
        cap = max(0, min(choice.minutes, rule.minutes) - round(assigned.get(slot, 0.0)))
        found.append(_capped(rule, cap, choice.place, seconds_of, hearing))
    return found


def _capped(rule: SlotRule, cap: int, place: Place, seconds_of: Callable[[Skill], float], hearing: Hearing) -> SlotWant:
    """As many questions as fit the minutes; what is left is for watching. Questions go first: what is recalled stays longer than
    what is looked at (Roediger and Karpicke 2006)."""
    for questions in range(rule.questions, 0, -1):
        want = SlotWant(rule, questions, 0.0, cap, place, hearing)
        used = minutes_of(want.shares(), seconds_of)
        if used <= cap:
            return SlotWant(rule, questions, float(min(rule.video_minutes, cap - used)), cap, place, hearing)
    return SlotWant(rule, 0, 0.0, cap, place, hearing)


def minutes_of(shares: Mapping[Skill, int], seconds_of: Callable[[Skill], float]) -> int:
    """Whole minutes of the timetable for so many questions of each skill."""
    return sum(length_of(count * seconds_of(skill) / 60) for skill, count in shares.items() if count)


def positions(slots: Sequence[SlotWant]) -> list[Position]:
    """Every question of the day; forms take turns over the day, so that small slots do not all get the first form. A recording holds a
    single word: without a voice whole texts are not heard."""
    turns: dict[Skill, Iterator[Form]] = {skill: cycle(FORMS[skill]) for skill in SKILLS}
    return [
        Position(want.rule.slot, skill, _form(want, skill, turns), want.place)
        for want in slots
        for skill, count in want.shares().items()
        for _ in range(count)
    ]


def _form(want: SlotWant, skill: Skill, turns: Mapping[Skill, Iterator[Form]]) -> Form:
    form = next(turns[skill])
    return "word" if skill == "listening" and want.hearing != "all" else form
