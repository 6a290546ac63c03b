"""Records of the daily plan: settings, plans, completions, memory, assignments and writing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from random import Random
from typing import Literal

from core.records.items import Askable

WeekdaySlot = Literal["morning", "noon", "evening", "night"]
WEEKDAY_SLOTS: tuple[WeekdaySlot, ...] = ("morning", "noon", "evening", "night")
ALL_SLOTS: tuple[Slot, ...] = (*WEEKDAY_SLOTS, "weekend")
Slot = Literal["morning", "noon", "evening", "night", "weekend"]
ResourceType = Literal["question", "video", "audio"]
AssignmentKind = Literal["items", "text", "essay", "link", "aloud", "lesson"]


@dataclass(frozen=True, slots=True)
class DrawConstraints:
    """What an item that is drawn for a plan must keep to, and the random generator that draws it."""

    excluded_ids: Collection[str]
    """Ids of items that were seen lately or are taken for the day."""
    used_sources: Collection[str]
    """Sources that the day's items are made from already."""
    rng: Random
    tapped: bool = False
    """The item is answered without typing."""
    distance: Callable[[float, int], float] | None = None
    """How far an item is from the probability that it should have, from its probability of being guessed and its level; None: any
    item will do."""
    askable: Askable | None = None
    """None: every item may be asked."""
    shown_sources: Collection[str] = frozenset()
    """Sources of what the student was shown lately: items made from others come first."""


@dataclass(frozen=True)
class StoredPlan:
    """A student's plan of one day (UTC+8) as JSON text."""

    organisation_id: str
    student_id: str
    day: date
    version: int
    """Increases by one with every change, so that of two simultaneous changes only one is stored."""
    body: str
    """`core.plan.model.DayPlan` as JSON text."""
    made_at: datetime


@dataclass(frozen=True)
class StoredSettings:
    """A student's settings of the plan."""

    organisation_id: str
    student_id: str
    body: str
    """`core.plan.wire.PlanSettings` as JSON text."""
    set_at: datetime


@dataclass(frozen=True)
class Completion:
    """A completed task that leaves no answer behind: a lesson played to its end, a sentence read aloud, a text read."""

    organisation_id: str
    student_id: str
    resource_id: str
    day: date
    """UTC+8."""
    seconds: int
    at: datetime


@dataclass(frozen=True)
class MemoryState:
    """FSRS cards of a student, folded up to a watermark."""

    organisation_id: str
    student_id: str
    watermark: int
    """Evidence up to this `seq` is included in the cards."""
    cards: str
    """The cards of points and of words, packed by `core.learning.memory.packed`."""
    version: str
    """Version of the scheduler's parameters; cards of another version are folded again from the beginning."""
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class AnswerTime:
    """The time spent on one answer."""

    student_id: str
    type: str
    topic: str
    seconds: int
    answered_at: datetime


@dataclass(frozen=True)
class Assignment:
    """A task that a teacher gives to a class, with the day on which it is due."""

    assignment_id: str
    organisation_id: str
    kind: AssignmentKind
    title: str
    body: str
    """JSON text: the ids of items, the characters of a text, the title and task of an essay, the address of a link, texts to read aloud, or a
    lesson."""
    due: date
    """The last day on which the work is in time, UTC+8."""
    made_by: str
    """Account id."""
    made_at: datetime
    withdrawn_at: datetime | None = None
    student_ids: tuple[str, ...] = ()
    """The students that it is for; empty: everybody in the class."""
    class_id: str = ""
    """The class to which it was given; empty: to all of the organisation."""
    due_at: datetime | None = None
    """The last minute that is in time; None: the last of `due`."""
    late_until: datetime | None = None
    """The last minute at which late work is accepted; None: a week after it was due, and what came later still is kept."""
    point_id: str = ""
    """The knowledge point that it is to mend, for those named in `student_ids` or for the class; empty: none in particular."""
    extensions: Mapping[str, datetime] = field(default_factory=dict)
    """The last minute that is in time for single students, by student id."""


@dataclass(frozen=True)
class Writing:
    """A student's text on an essay title, stored while it is being written."""

    writing_id: str
    organisation_id: str
    student_id: str
    resource_id: str
    """The essay title, or the assignment, that the text is written for."""
    title: str
    text: str
    started_at: datetime
    changed_at: datetime
    handed_in_at: datetime | None = None


@dataclass(frozen=True)
class ResourceLink:
    """A link that a teacher added to the resources of the organisation."""

    link_id: str
    organisation_id: str
    body: str
    """`core.plan.assignments.wire.LinkFields` as JSON text."""
    made_by: str
    made_at: datetime
    removed_at: datetime | None = None
