"""A day's plan as plain data for the board: slots with their cards, all words in the interface language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any
from urllib.parse import urlsplit

from core.learning.days import day_start
from core.plan.day.slots import SLOTS, Slot, slots_of
from core.plan.wire import DailyPlan, PlannedQuestion, Recommendation
from core.tables.points import KnowledgePoint
from pages.parts.i18n import _, language, ngettext
from pages.parts.map.words import shortened
from pages.parts.plan.words import (
    SKILL_SYMBOLS,
    amount_said,
    kind_said,
    kind_symbol,
    minutes_said,
    next_of,
    period_said,
    slot_name,
    slot_of,
    state_said,
)

LONGEST_POINT = 40
"""Characters of a point's name on a card."""


def board_data(plan: DailyPlan, points: Mapping[str, KnowledgePoint], now: datetime) -> dict[str, Any]:
    """Everything the board draws. `points`: by id, for their names."""
    day = date.fromisoformat(plan.date)
    minute = (now - day_start(day)).total_seconds() / 60
    today = 0 <= minute < 24 * 60
    following = next_of(plan, now) if today else None
    cards: dict[Slot, list[dict[str, Any]]] = {slot: [] for slot in plan.schedule}
    for line in plan.recommendations:
        slot = slot_of(line, day)
        cards[slot].append(card_data(line, points, startable=today, movable=minute < 24 * 60, following=following))
    columns = [column_data(plan, slot, cards[slot], minute) for slot in cards]
    first = slot_of(following, day) if following else next(iter(cards), "")
    return {
        "language": "zh-CN" if language() == "zh" else "en",
        "day": plan.date,
        "first": first,
        "movable": minute < 24 * 60,
        "columns": columns,
        "targets": [
            {"wire": SLOTS[slot].wire_slot, "name": slot_name(slot), "period": period_said(slot)}
            for slot in slots_of(day)
        ],
        "ui": words(),
    }


def column_data(plan: DailyPlan, slot: Slot, cards: Sequence[dict[str, Any]], minute: float) -> dict[str, Any]:
    """A slot with its cards; `minute`: how far the day is."""
    rule, inside = SLOTS[slot], plan.schedule[slot]
    done = sum(card["done"] for card in cards)
    said = [
        minutes_said(inside.duration),
        _("{done} of {count} done").format(done=done, count=len(cards))
        if done
        else ngettext("{count} thing", "{count} things", len(cards)),
    ]
    return {
        "slot": slot,
        "wire": rule.wire_slot,
        "name": slot_name(slot),
        "period": period_said(slot),
        "now": rule.start <= minute < rule.end,
        "said": " · ".join(said) if cards else "",
        "cards": list(cards),
    }


def card_data(
    line: Recommendation,
    points: Mapping[str, KnowledgePoint],
    *,
    startable: bool,
    movable: bool,
    following: Recommendation | None,
) -> dict[str, Any]:
    """One entry. `following`: what comes next in the day, to be marked."""
    return {
        "id": line.resource_id,
        "wire": line.time_slot,
        "title": line.title,
        "symbol": SKILL_SYMBOLS[line.skill_type],
        "kind": kind_said(line),
        "kindSymbol": kind_symbol(line),
        "time": line.start_time,
        "amount": amount_said(line),
        "level": line.difficulty.replace("-", "–"),
        "reason": line.reason,
        "skipped": line.if_skipped,
        "state": state_said(line),
        "done": line.done,
        "moved": line.moved,
        "next": following is not None and line.resource_id == following.resource_id,
        "grip": movable and not line.done,
        "startable": startable and not line.done,
        "begin": _("Go on") if line.done_count else _("Start"),
        "url": safe_url(line.url),
        "watched": watched_said(line),
        "questions": questions_data(line.questions),
        "random": any(question.why == "random" for question in line.questions),
        "points": [
            {"id": point, "name": shortened(points[point].name_in(language()), LONGEST_POINT)}
            for point in line.points
            if point in points
        ],
    }


def questions_data(questions: Sequence[PlannedQuestion]) -> list[dict[str, Any]]:
    """One line for questions of which the same is said."""
    said = Counter(
        (question.reason, chance_said(question.chance), question.why == "random", question.done)
        for question in questions
    )
    return [
        {
            "reason": reason,
            "chance": chance,
            "random": random,
            "done": done,
            "times": ngettext("{count} question", "{count} questions", count) if count > 1 else "",
        }
        for (reason, chance, random, done), count in said.items()
    ]


def chance_said(chance: float | None) -> str:
    """`about 7 of 10 right`; nothing where nothing predicts it.

    A chance is never told as 0 or 10 of 10: nobody is that sure.
    """
    if chance is None:
        return ""
    return _("about {right} of 10 right expected").format(right=min(9, max(1, round(10 * chance))))


def watched_said(line: Recommendation) -> str:
    """The one tick there is: what happens on another site cannot be known."""
    if line.skill_type == "reading":
        return _("I have read it")
    return _("I have listened to it") if line.resource_type == "audio" else _("I have watched it")


def safe_url(url: str | None) -> str:
    """The address of a link, if a browser may follow it."""
    return url if url and urlsplit(url).scheme in ("http", "https") else ""


def words() -> dict[str, str]:
    """What the board says besides its cards."""
    return {
        "next": _("Up next"),
        "now": _("now"),
        "moved": _("moved by you"),
        "drag": _("Drag to another time of day"),
        "move": _("Move"),
        "why": _("Why"),
        "cancel": _("Cancel"),
        "slot": _("Time of day"),
        "start": _("From (optional)"),
        "end": _("Until (optional)"),
        "free": _("Without a time it goes to the first free place."),
        "openLink": _("Open the link"),
        "opening": _("Opening…"),
        "done": _("Done"),
        "byChance": _("by chance"),
        "whyChance": _(
            "About one question in twenty is drawn by chance. Its answer shows whether the plan would have done better to ask something else, so that its choices can be checked."
        ),
        "onMap": _("On your knowledge map:"),
        "nothing": _("Nothing is planned here. Move something in, or leave it free."),
    }
