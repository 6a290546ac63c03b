"""The steps of a unit, and which of them a student has taken: read from what was played, said, written and answered, never from a tick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from core.plan.ids import ESSAY, SAY
from core.plan.road.wire import ROUNDS, STEPS, StepKind
from core.tables.content.units import Unit

PASSED_FROM = 0.75
"""Share of a checkpoint's questions that are right from which it is passed: six of eight. Who guesses among four options passes one time in 240."""


@dataclass(frozen=True)
class RoundResult:
    """A round of a unit's step as it stands."""

    session_id: str
    asked: int
    answered: int
    right: int

    @property
    def complete(self) -> bool:
        """Whether every question was answered."""
        return 0 < self.asked <= self.answered

    @property
    def passed(self) -> bool:
        """Whether it is complete and enough was right."""
        return self.complete and self.right >= PASSED_FROM * self.asked


@dataclass(frozen=True)
class Taken:
    """What a student did that steps are read from."""

    played: Mapping[str, datetime] = field(default_factory=dict)
    """When lessons and dialogues were played to the end and sentences said, the last time, by resource id."""
    written: Mapping[str, datetime] = field(default_factory=dict)
    """When texts on essay titles were handed in or reviewed, by resource id."""
    rounds: Mapping[str, Sequence[RoundResult]] = field(default_factory=dict)
    """Rounds by purpose (`purpose_of`), the latest last."""

    def has(self, unit: Unit, step: StepKind) -> bool:
        """Whether the student has taken the step."""
        if step == "say":
            return all(SAY + sentence_id in self.played for sentence_id in unit.say)
        if step == "write":
            return ESSAY + unit.essay in self.written
        if step in ROUNDS:
            rounds = self.rounds.get(purpose_of(unit.id, step), ())
            return any(each.passed if step == "checkpoint" else each.complete for each in rounds)
        return resource_of(unit, step) in self.played

    def of(self, unit: Unit) -> tuple[StepKind, ...]:
        """The steps that were taken, in the order of `STEPS`."""
        return tuple(step for step in STEPS if self.has(unit, step))

    def latest(self, unit: Unit, step: StepKind) -> RoundResult | None:
        """The latest round of a step; None before the first."""
        rounds = self.rounds.get(purpose_of(unit.id, step), ())
        return rounds[-1] if rounds else None


def purpose_of(unit_id: str, step: StepKind) -> str:
    """How a round is marked as the step of a unit.

    >>> purpose_of("u1-03", "cards")
    'u1-03:cards'
    """
    return f"{unit_id}:{step}"


def resource_of(unit: Unit, step: StepKind) -> str:
    """The id of what is played or written in a step; empty for rounds and for sentences, which are several.

    >>> from core.tables import Tables
    >>> unit = Tables().units[0]
    >>> resource_of(unit, "write") == f"essay_{unit.essay}", resource_of(unit, "cards")
    (True, '')
    """
    if step == "lesson":
        return unit.lesson
    if step == "hear":
        return unit.dialogue
    return ESSAY + unit.essay if step == "write" else ""


def next_step(unit: Unit, taken: Taken) -> StepKind | None:
    """The first step that was not taken; None once the checkpoint is passed."""
    if taken.has(unit, "checkpoint"):
        return None
    return next(step for step in STEPS if not taken.has(unit, step))
