"""Assignments in words: kinds, states, days, how much there is to do."""

from __future__ import annotations

from datetime import date

from core.api.assignments import (
    AssignmentKind,
    AssignmentView,
    EssayBody,
    ItemsBody,
    LinkBody,
    State,
    StudentState,
    TextBody,
    han_count,
)  # fmt: skip
from pages.parts.dates import short_day
from pages.parts.i18n import _, ngettext
from pages.parts.map.words import level_short
from pages.parts.names import minutes_name, skill_names

KINDS: tuple[AssignmentKind, ...] = ("items", "text", "essay", "link")
ICONS: dict[AssignmentKind, str] = {
    "items": ":material/checklist:",
    "text": ":material/article:",
    "essay": ":material/ink_pen:",
    "link": ":material/link:",
}


def kind_names() -> dict[AssignmentKind, str]:
    """Kinds of assignments in the interface language."""
    return {"items": _("Exercises"), "text": _("A text to read"), "essay": _("An essay"), "link": _("A link")}


def state_names() -> dict[State, str]:
    """States of a student's work in the interface language."""
    return {"not_begun": _("not begun"), "begun": _("begun"), "done": _("done in time"), "late": _("done late")}


def state_text(state: StudentState, *, due: date, today: date) -> str:
    """`done in time · 80 % right`, `begun, 2 of 10 · overdue`."""
    text = state_names()[state.state]
    if state.state == "begun" and state.parts > 1:
        text = _("begun, {done} of {count}").format(done=state.finished, count=state.parts)
    if state.score is not None:
        return f"{text} · " + _("{share} % right").format(share=round(state.score))
    overdue = _("overdue")
    return f"{text} · {overdue}" if state.at is None and due < today else text


def due_text(due: date, today: date) -> str:
    """`due tomorrow`, `was due on 20 Nov`."""
    days = (due - today).days
    if days < 0:
        return _("was due on {day}").format(day=short_day(due))
    if days == 0:
        return _("due today")
    if days == 1:
        return _("due tomorrow")
    return _("due on {day}").format(day=short_day(due))


def amount_text(view: AssignmentView) -> str:
    """`10 exercises · Level 3 · about 5 min`."""
    body = view.body
    parts = [kind_names()[view.kind]]
    if isinstance(body, ItemsBody):
        parts = [ngettext("{count} exercise", "{count} exercises", len(body.item_ids))]
    elif isinstance(body, TextBody):
        parts.append(characters_text(han_count(body.text)))
    elif isinstance(body, EssayBody):
        parts.append(_("{least}–{most} characters").format(least=body.characters[0], most=body.characters[1]))
    elif isinstance(body, LinkBody):
        parts.append(skill_names()[body.skill])
    about = _("about {time}").format(time=minutes_name(max(60, body.seconds)))
    if not isinstance(body, TextBody) or body.level_known:
        parts.append(_("Level {level}").format(level=level_short(body.level)))
    return " · ".join([*parts, about])


def characters_text(count: int) -> str:
    """`120 characters`."""
    return ngettext("{count} character", "{count} characters", count)
