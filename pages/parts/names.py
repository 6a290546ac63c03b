"""The names of things on the pages, in the interface language."""

from __future__ import annotations

from core.wire import STANDARD, QuestionType, Skill, Topic
from pages.parts.i18n import _, language


def one_language(name: str) -> str:
    """Of a name given in both languages (`中文 · English`, as in the demo) the half in the interface language."""
    halves = name.split(" · ")
    return halves[0 if language() == "zh" else -1]


def student_label(name: str, number: str) -> str:
    """`王小明 (2026001)`: what a student is called in a list for the teacher, never the same for two; without a name the number alone."""
    shown = one_language(name)
    return number if shown in ("", number) else f"{shown} ({number})"


def topic_names() -> dict[Topic, str]:
    """Topics of items."""
    return {
        "grammar": _("Grammar"),
        "vocabulary": _("Vocabulary"),
        "reading": _("Reading"),
        "listening": _("Listening"),
    }


def skill_names() -> dict[Skill, str]:
    """The four skills."""
    return {
        "listening": _("Listening"),
        "speaking": _("Speaking"),
        "reading": _("Reading"),
        "writing": _("Writing"),
    }


def type_names() -> dict[QuestionType, str]:
    """Ways to answer."""
    return {
        "multiple_choice": _("Choose"),
        "fill_blank": _("Fill in"),
        "matching": _("Match"),
        "ordering": _("Put in order"),
    }


def level_name(level: int) -> str:
    """`Level 3 · GF 0025-2021`: a level is never named without its standard."""
    number = "7–9" if level == 7 else str(level)
    return _("Level {level} · {standard}").format(level=number, standard=STANDARD)


def mark_state(*, is_correct: bool, score: float, answered: bool) -> str:
    """`right`, `part`, `wrong` or `skip`: the class by which dots, rows and verdicts are drawn."""
    if is_correct:
        return "right"
    if not answered:
        return "skip"
    return "part" if score > 0 else "wrong"


def minutes_name(seconds: float) -> str:
    """A time as people say it."""
    if seconds < 60:
        return _("{seconds} s").format(seconds=round(seconds))
    return _("{minutes} min").format(minutes=round(seconds / 60))
