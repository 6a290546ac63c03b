"""Assignments in words: kinds, states, days, how much there is to do."""

from __future__ import annotations

from datetime import datetime

from core.api.assignments import (
    END_OF_DAY,
    AloudBody,
    AssignmentKind,
    AssignmentView,
    EssayBody,
    ItemsBody,
    LessonBody,
    LinkBody,
    Standing,
    State,
    StudentState,
    TextBody,
    han_count,
    is_over,
)  # fmt: skip
from pages.parts.dates import SHANGHAI, day_in_shanghai, short_day
from pages.parts.i18n import _, ngettext
from pages.parts.map.words import level_short
from pages.parts.names import minutes_name, skill_names

KINDS: tuple[AssignmentKind, ...] = ("items", "text", "essay", "aloud", "lesson", "link")
ICONS: dict[AssignmentKind, str] = {
    "items": ":material/checklist:",
    "text": ":material/article:",
    "essay": ":material/ink_pen:",
    "aloud": ":material/mic:",
    "lesson": ":material/auto_stories:",
    "link": ":material/link:",
}


def kind_names() -> dict[AssignmentKind, str]:
    """Kinds of assignments in the interface language."""
    return {
        "items": _("Exercises"),
        "text": _("A text to read"),
        "essay": _("An essay"),
        "aloud": _("Reading aloud"),
        "lesson": _("A lesson"),
        "link": _("A link"),
    }


def state_names() -> dict[State, str]:
    """States of a student's work in the interface language."""
    return {"not_begun": _("not begun"), "begun": _("begun"), "done": _("done in time"), "late": _("done late")}


def standing_names() -> dict[Standing, str]:
    """What is left of an assignment in the interface language; empty where the state of the work says it."""
    return {
        "to_do": "",
        "overdue": _("overdue"),
        "closed": _("closed"),
        "done": "",
        "again": _("a second draft is asked for"),
    }


def state_text(state: StudentState, *, kind: AssignmentKind = "items", now: datetime) -> str:
    """`done in time · 80 % right`, `begun, 2 of 10 · overdue`."""
    text, standing = work_text(state, kind=kind), standing_names()[state.standing(now)]
    return f"{text} · {standing}" if standing else text


def work_text(state: StudentState, *, kind: AssignmentKind = "items") -> str:
    """What was done of it: `done in time · 80 % right`, `begun, 2 of 10`."""
    text = state_names()[state.state]
    if state.state == "begun" and state.parts > 1:
        text = _("begun, {done} of {count}").format(done=state.finished, count=state.parts)
    if state.score is not None:
        score = _("{score} points") if kind == "aloud" else _("{share} % right")
        return f"{text} · " + score.format(score=round(state.score), share=round(state.score))
    return text


def due_text(due_at: datetime, now: datetime) -> str:
    """`due tomorrow`, `due on 20 Nov, 14:00`, `was due on 20 Nov`. A time is named where it is not the end of the day."""
    day = day_in_shanghai(due_at)
    days = (day - day_in_shanghai(now)).days
    local = due_at.astimezone(SHANGHAI)
    minute = "" if local.time().replace(second=0, microsecond=0) == END_OF_DAY else f"{local:%H:%M}"
    if is_over(due_at, now):
        text = _("was due today") if days == 0 else _("was due on {day}").format(day=short_day(day))
    elif days in (0, 1):
        text = _("due tomorrow") if days else _("due today")
    else:
        text = _("due on {day}").format(day=short_day(day))
    return _("{due}, {time}").format(due=text, time=minute) if minute else text


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
    elif isinstance(body, AloudBody):
        parts.append(ngettext("{count} text", "{count} texts", len(body.texts)))
        if body.least_score:
            parts.append(_("from {score} points").format(score=body.least_score))
    elif isinstance(body, LessonBody | LinkBody):
        parts.append(skill_names()[body.skill])
    about = _("about {time}").format(time=minutes_name(max(60, body.seconds)))
    if not isinstance(body, TextBody | AloudBody) or body.level_known:
        parts.append(_("Level {level}").format(level=level_short(body.level)))
    return " · ".join([*parts, about])


def characters_text(count: int) -> str:
    """`120 characters`."""
    return ngettext("{count} character", "{count} characters", count)
