"""A plan as it is made and kept: entries with their tasks, each with its reason and the predicted probability behind it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from core.records.plan import ResourceType, Slot
from core.wire import Bilingual, Closed, Skill

POLICY = "mix-2"
"""Version of the policy; kept with every plan."""

Why = Literal[
    "urgent", "due", "weak", "retry", "ready", "early", "repeat", "random", "level", "new_word", "assigned"
]  # fmt: skip
"""Why a task is there: an error of the last two days, a review that is due, a point that stays weak, a point that is not met and was
answered too seldom to be called weak, a point for which everything it rests on is there, a point for which it is not (nothing
else is new), a repeat of what is fresh, chance, practice at the student's level, a new word, a teacher."""
TaskKind = Literal["item", "say", "essay", "text"]
TargetKind = Literal["point", "word", "tone", "none"]
EntryKind = Literal["set", "essay", "lesson", "assigned"]


class Task(Closed):
    """One question of an entry: an item of the bank, a sentence to read aloud, an essay to write, or a text to read."""

    task_id: str
    kind: TaskKind
    target_kind: TargetKind
    target: str = ""
    """Knowledge point id, word, or tones as 3-3."""
    why: Why
    reason: Bilingual
    chance: float | None = Field(default=None, ge=0, le=1)
    """Predicted chance of a right answer when the plan was made; None where nothing predicts it."""
    probability: float = Field(default=1.0, gt=0, le=1)
    """With which this target was picked here, for later analysis: below 1 where chance had a part in it."""
    seconds: float = Field(ge=0)
    """Predicted."""
    evidence: tuple[str, ...] = ()
    """Sources of the errors that an urgent task answers."""


class Entry(Closed):
    """One line of the plan, with its place in the day."""

    resource_id: str
    kind: EntryKind
    resource_type: ResourceType
    title: Bilingual
    level: int = Field(ge=1, le=7)
    skill: Skill
    slot: Slot
    of_slot: Slot
    """The slot that it was planned in, wherever it was moved to."""
    start: int = Field(ge=0, lt=1440)
    """Minute of the day, UTC+8."""
    end: int = Field(gt=0, le=1440)
    minutes: float = Field(ge=0)
    """Predicted."""
    reason: Bilingual
    if_skipped: Bilingual
    tasks: tuple[Task, ...] = ()
    """Of entries of questions; empty for what is played."""
    points: tuple[str, ...] = ()
    moved: bool = False
    """The student has put it where it is."""
    assignment_id: str = ""
    url: str = ""
    """Of a teacher's link."""

    @property
    def count(self) -> int:
        """Questions in it."""
        return len(self.tasks)


class DayPlan(Closed):
    """A student's plan of one day."""

    student_id: str
    date: str
    seed: int
    model: str
    """Version of the predictor."""
    policy: str = POLICY
    slots: tuple[Slot, ...] = ()
    """Slots that the student had on when it was made."""
    entries: tuple[Entry, ...]
    returning: int = 0
    """Days away before this day, when it is a return after a fortnight or more."""
    due: int = 0
    """Reviews that were due when the plan was made, points and words."""
    due_tomorrow: int = 0
    """Reviews that will be due tomorrow if nothing is done today."""
    waiting: int = 0
    """Of them what the plan leaves for the coming days."""

    def with_entries(self, entries: tuple[Entry, ...]) -> DayPlan:
        """The plan with other entries, earliest first."""
        ordered = tuple(sorted(entries, key=lambda entry: (entry.start, entry.end, entry.resource_id)))
        return self.model_copy(update={"entries": ordered})

    def entry(self, resource_id: str) -> Entry | None:
        """The entry of that id."""
        return next((entry for entry in self.entries if entry.resource_id == resource_id), None)
