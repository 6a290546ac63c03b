"""What pages show of the road."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from core.wire import Bilingual, Closed

StepKind = Literal["cards", "lesson", "hear", "say", "write", "checkpoint"]
STEPS: tuple[StepKind, ...] = ("cards", "lesson", "hear", "say", "write", "checkpoint")
"""In the order in which they are offered: a first meeting with words and patterns, then the lesson that explains them."""
RoundKind = Literal["cards", "checkpoint"]
ROUNDS: tuple[RoundKind, ...] = ("cards", "checkpoint")
"""Steps that are rounds of questions."""
UnitState = Literal["done", "behind", "current", "begun", "open"]
"""done: the checkpoint is passed; behind: every point is met, or of a level that the student has behind them; current: where the road goes
on; begun: some step was taken."""


class StepView(Closed):
    """One step of a unit."""

    kind: StepKind
    done: bool
    minutes: int = Field(description="Predicted from the student's own times, rounded up")
    resource_id: str = Field(description="Of what is played or written; empty for rounds and for sentences")
    title: Bilingual | None = Field(description="Of what is played or written")
    begun: bool = Field(description="A round was begun and can be gone on with")
    asked: int = Field(description="Questions of the latest complete round; 0 before the first")
    right: int = Field(description="Of them those answered right")


class PointLine(Closed):
    """A grammar point of a unit with the student's state on the map."""

    point_id: str
    name: Bilingual
    shown: Literal["exceeded", "mastered", "learning", "begun", "not_started"]
    assumed: bool


class UnitLine(Closed):
    """A unit as the road shows it."""

    unit_id: str
    level: int
    number: int = Field(description="Within its level, from 1")
    title: Bilingual
    goal: Bilingual
    icon: str
    state: UnitState
    steps_done: int
    steps: int
    minutes_left: int = Field(description="Of the steps that are not done")
    points_behind: int = Field(description="Grammar points that are met or counted as known")
    points: int


class UnitView(Closed):
    """A unit with its steps, points and words."""

    line: UnitLine
    steps: list[StepView]
    next_step: StepKind | None = Field(description="None once the checkpoint is passed")
    points: list[PointLine]
    words: list[str]
    say: list[str] = Field(description="Task ids of the sentences to say")


class Road(Closed):
    """The whole road of a student."""

    student_id: str
    units: list[UnitLine]
    current: UnitView | None = Field(description="Where it goes on; None when every unit is done or behind")
