"""Wire models of the daily recommendation, its schedule and the student's settings.

Fields of the contract come first; what stands after the comment "extras" is added beside them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from core.plan.model import TaskKind, Why
from core.records.plan import ALL_SLOTS, ResourceType, Slot, WeekdaySlot
from core.wire import STANDARD, WHOLE, Closed, Day, Identifier, Skill, is_none

StartTime = Annotated[str, StringConstraints(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
EndTime = Annotated[str, StringConstraints(pattern=r"^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$")]
Minutes = Annotated[int, Field(ge=5, le=300), WHOLE]


# -- GET /recommendation/daily/{student_id} --------------------------------------------------------------


class DailyRequest(Closed):
    student_id: Identifier
    date: Day | None = Field(default=None, description="YYYY-MM-DD; default: today, UTC+8")
    time_slot: WeekdaySlot | None = Field(default=None, description="On weekends `morning` is the one slot there is")


class PlannedQuestion(Closed):
    """One question of a recommendation with its reason."""

    question_id: str = Field(
        description="Of an item, of a sentence to read aloud (say_...), of an essay title (essay_...), or of a text, an essay or a lesson "
        "that a teacher assigned (asg_...); GET /classroom/questions/{question_id} has it, of a lesson GET /recommendation/resources/{resource_id}"
    )
    kind: TaskKind
    target: str = Field(description="Knowledge point id, word, or tones such as 3-3; empty: practice at the level")
    why: Why
    reason: str
    chance: float | None = Field(ge=0, le=1, description="Predicted chance of a right answer when the plan was made")
    probability: float = Field(description="With which this target was picked; below 1 where chance had a part")
    done: bool = Field(description="Answered on this day")
    evidence: list[str] = Field(description="Sources of the errors that it answers")


class Recommendation(Closed):
    """One thing to do; `count` for questions, `duration` for what is played."""

    resource_id: str
    resource_type: ResourceType
    title: str
    difficulty: str = Field(description="HSK1 to HSK6, HSK7-9")
    skill_type: Skill
    start_time: str
    end_time: str
    time_slot: WeekdaySlot
    count: int | None = Field(default=None, exclude_if=is_none, description="Number of questions")
    duration: int | None = Field(default=None, exclude_if=is_none, description="Minutes")
    # extras
    kind: Literal["set", "essay", "lesson", "assigned"]
    standard: str = STANDARD
    minutes: float = Field(description="Predicted from the student's own times")
    reason: str
    if_skipped: str = Field(description="What leaving it out costs")
    questions: list[PlannedQuestion]
    points: list[str]
    done: bool = Field(description="From answers and from what was played or written, never from a tick")
    done_count: int
    moved: bool = Field(description="The student has put it there")
    assignment_id: str | None = Field(default=None, exclude_if=is_none, description="A teacher gave it")
    url: str | None = Field(default=None, exclude_if=is_none, description="Of a teacher's link")


class SlotSchedule(Closed):
    """A slot of the day."""

    period: str = Field(description="HH:MM-HH:MM")
    focus: str = Field(description="The skill that comes first; balanced on weekends")
    items: int = Field(description="Questions in it")
    duration: int = Field(description="Minutes of everything in it")


class DailyPlan(Closed):
    """A day's recommendations."""

    date: str
    student_id: str
    recommendations: list[Recommendation]
    schedule: dict[Slot, SlotSchedule]
    total_duration: int
    # extras
    provisional: bool = Field(
        description="A day to come: made again from what is known on that day, unless something in it was moved"
    )
    notice: str | None = Field(default=None, exclude_if=is_none, description="What is special about the day")
    due: int = Field(description="Reviews that were due when the plan was made")
    waiting: int = Field(description="Of them what is left for the coming days")
    if_skipped: str = Field(description="What leaving the whole day out costs")
    seed: int
    model: str
    policy: str


# -- POST /recommendation/schedule -------------------------------------------------------------------------


class ScheduleRequest(Closed):
    """Without times the item goes to the first free place of the slot."""

    student_id: Identifier
    resource_id: Identifier
    new_time_slot: WeekdaySlot
    new_start_time: StartTime | None = Field(default=None, description="HH:MM")
    new_end_time: EndTime | None = Field(default=None, description="HH:MM; 24:00 as the end of the night")
    date: Day | None = Field(default=None, description="Default: today, UTC+8")


# -- settings ----------------------------------------------------------------------------------------------

Place = Literal["quiet", "way"]
"""quiet: somewhere to speak and to write; way: on the way, with ears and eyes only."""


class SlotChoice(Closed):
    """What a student wants of one slot."""

    on: bool = True
    minutes: Minutes | None = Field(default=None, description="At most; None: the slot's full amount")
    place: Place = "quiet"


class PlanSettings(Closed):
    """What a student wants of the plan. Without a choice every slot has the full amount."""

    morning: SlotChoice = SlotChoice()
    noon: SlotChoice = SlotChoice()
    evening: SlotChoice = SlotChoice()
    night: SlotChoice = SlotChoice()
    weekend: SlotChoice = SlotChoice()
    essays: bool = Field(default=True, description="Whether essay titles are planned")
    voice: bool = Field(default=True, description="False: the browser that the student last used has no Chinese voice")
    chosen: bool = Field(
        default=True, description="False: only the browser's voice is known, the student chose nothing yet"
    )

    def of(self, slot: Slot) -> SlotChoice:
        """The choice for a slot."""
        found: SlotChoice = getattr(self, slot)
        return found

    @property
    def minutes_a_week(self) -> int | None:
        """Minutes that the student gives in a week: five days of the weekday's slots and two of the weekend's; None where a slot that is on
        has no number of minutes.

        >>> PlanSettings(
        ...     morning=SlotChoice(on=False), noon=SlotChoice(on=False), night=SlotChoice(on=False),
        ...     evening=SlotChoice(minutes=20), weekend=SlotChoice(minutes=20),
        ... ).minutes_a_week
        140
        """
        total = 0
        for slot in ALL_SLOTS:
            choice = self.of(slot)
            if not choice.on:
                continue
            if choice.minutes is None:
                return None
            total += choice.minutes * (2 if slot == "weekend" else 5)
        return total or None
