"""The names of things on the pages, in the interface language."""

from __future__ import annotations

from core.wire import STANDARD, QuestionType, Skill, Topic
from pages.parts.i18n import _


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
    """A level never stands without the standard it belongs to."""
    number = "7–9" if level == 7 else str(level)
    return _("Level {level} · {standard}").format(level=number, standard=STANDARD)


def mark_state(*, is_correct: bool, score: float, answered: bool) -> str:
    """right, part, wrong or skip: what dots, rows and verdicts are drawn by."""
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
