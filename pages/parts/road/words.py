"""What steps and units are called, in the interface language."""

from __future__ import annotations

from core.plan.road.wire import StepKind, StepView, UnitLine, UnitState
from pages.parts.i18n import _, language
from pages.parts.map.words import level_short

SYMBOLS: dict[StepKind, str] = {
    "cards": "style",
    "lesson": "smart_display",
    "hear": "hearing",
    "say": "mic",
    "write": "ink_pen",
    "checkpoint": "flag",
}
"""Material Symbols of the steps."""


def step_names() -> dict[StepKind, str]:
    """What a student does in each step."""
    return {
        "cards": _("First cards"),
        "lesson": _("Watch the lesson"),
        "hear": _("Listen"),
        "say": _("Say it"),
        "write": _("Write"),
        "checkpoint": _("Checkpoint"),
    }


def state_names() -> dict[UnitState, str]:
    """States of units in words; what is merely open needs none."""
    return {
        "done": _("Done"),
        "behind": _("Known already"),
        "current": _("You are here"),
        "begun": _("Begun"),
        "open": "",
    }


def unit_number(line: UnitLine) -> str:
    """`Unit 3 · Level 1`."""
    return _("Unit {number} · Level {level}").format(number=line.number, level=level_short(line.level))


def goal_sentence(line: UnitLine) -> str:
    """What one can do after the unit, as a sentence."""
    if language() == "zh":
        return f"{line.goal.zh}。"
    return _("You can {goal}.").format(goal=line.goal.en)


def translation_of(line: UnitLine) -> str:
    """The English title beside the Chinese one, for those who read English."""
    return line.title.en if language() == "en" else ""


def takes_text(minutes: float) -> str:
    """How long a step, a unit or the rest of a round takes."""
    return _("takes {minutes} min").format(minutes=max(1, round(minutes)))


def step_facts(step: StepView) -> list[str]:
    """`2 min`, and what came of a round."""
    facts = [takes_text(step.minutes)]
    if step.asked:
        facts.append(_("{right} of {count} right").format(right=step.right, count=step.asked))
    if step.kind == "checkpoint" and not step.done:
        facts.append(
            _("not passed yet: three in four must be right") if step.asked else _("passed with three in four right")
        )
    return facts


def begin_word(step: StepView) -> str:
    """What the button of a step says."""
    if step.begun:
        return _("Go on")
    if step.done:
        return _("Once more")
    return _("Try again") if step.asked else _("Start")
