"""Marking in words: criteria, rulings, grades, whose mark it is."""

from __future__ import annotations

from core.api.marking import RUBRIC, Criterion, MarkingView, Ruling
from pages.parts.dates import day_name
from pages.parts.figures import number
from pages.parts.i18n import _


def criterion_names() -> dict[Criterion, str]:
    """The criteria of the rubric in the interface language."""
    return {
        "content": _("Content and task"),
        "language": _("Words and grammar"),
        "order": _("Order and coherence"),
        "characters": _("Characters and punctuation"),
    }


def ruling_texts() -> dict[Ruling, str]:
    """What became of a mark, as the teacher reads it."""
    return {
        "accepted": _("Confirmed by you"),
        "struck": _("Struck: the student is not shown an error here"),
        "changed": _("Changed by you"),
        "added": _("Your own mark"),
    }


def ruling_names() -> dict[Ruling, str]:
    """The same in a word, for the list."""
    return {"accepted": "✓", "struck": _("struck"), "changed": "✎", "added": "✎"}


def grade_text(grade: float | None) -> str:
    """`84 of 100`, `no grade`."""
    return _("no grade") if grade is None else _("{grade} of 100").format(grade=number(grade))


def rubric_text(marking: MarkingView) -> str:
    """`Content and task 25/30 · Words and grammar 20/30`; only the criteria that have points."""
    names = criterion_names()
    return " · ".join(
        f"{names[criterion]} {number(points)}/{RUBRIC[criterion]}" for criterion, points in marking.rubric.items()
    )


def teacher_text(marking: MarkingView) -> str:
    """`marked by 李老师 on 20 Nov 2026`, without a name where the account has none."""
    day = day_name(marking.returned_at) if marking.returned_at else ""
    if not marking.teacher:
        return _("marked by your teacher on {day}").format(day=day)
    return _("marked by your teacher, {name}, on {day}").format(name=marking.teacher, day=day)
