"""A day's plan as plain data for the board: slots with their cards, all texts in the interface language."""

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
from pages.parts.plan.words import (
    SKILL_SYMBOLS,
    amount_texts,
    kind_symbol,
    kind_text,
    level_text,
    minutes_text,
    next_entry,
    period_text,
    slot_name,
    slot_of,
    state_text,
)


def board_data(plan: DailyPlan, points: Mapping[str, KnowledgePoint], now: datetime) -> dict[str, Any]:
    """Everything that the board draws. `points`: the knowledge points by id, for their names."""
    day = date.fromisoformat(plan.date)
    minute = (now - day_start(day)).total_seconds() / 60
    is_today = 0 <= minute < 24 * 60
    next_up = next_entry(plan, now) if is_today else None
    cards: dict[Slot, list[dict[str, Any]]] = {slot: [] for slot in plan.schedule}
    for entry in plan.recommendations:
        slot = slot_of(entry, day)
        cards[slot].append(card_data(entry, points, startable=is_today, movable=minute < 24 * 60, next_up=next_up))
    columns = [column_data(plan, slot, cards[slot], minute) for slot in cards]
    first_slot = slot_of(next_up, day) if next_up else next(iter(cards), "")
    return {
        "language": "zh-CN" if language() == "zh" else "en",
        "day": plan.date,
        "first": first_slot,
        "movable": minute < 24 * 60,
        "columns": columns,
        "targets": [
            {"wire": SLOTS[slot].wire_slot, "name": slot_name(slot), "period": period_text(slot)}
            for slot in slots_of(day)
        ],
        "ui": board_words(),
    }


def column_data(plan: DailyPlan, slot: Slot, cards: Sequence[dict[str, Any]], minute: float) -> dict[str, Any]:
    """A slot with its cards. `minute`: minutes from the start of the day to now."""
    slot_rule, planned = SLOTS[slot], plan.schedule[slot]
    done = sum(card["done"] for card in cards)
    facts = [
        minutes_text(planned.duration),
        _("{done} of {count} done").format(done=done, count=len(cards))
        if done
        else ngettext("{count} task", "{count} tasks", len(cards)),
    ]
    return {
        "slot": slot,
        "wire": slot_rule.wire_slot,
        "name": slot_name(slot),
        "period": period_text(slot),
        "now": slot_rule.start <= minute < slot_rule.end,
        "said": " · ".join(facts) if cards else "",
        "cards": list(cards),
    }


def card_data(
    entry: Recommendation,
    points: Mapping[str, KnowledgePoint],
    *,
    startable: bool,
    movable: bool,
    next_up: Recommendation | None,
) -> dict[str, Any]:
    """The card of an entry. `next_up`: the entry to do next, which is marked."""
    return {
        "id": entry.resource_id,
        "wire": entry.time_slot,
        "title": entry.title,
        "symbol": SKILL_SYMBOLS[entry.skill_type],
        "kind": kind_text(entry),
        "kindSymbol": kind_symbol(entry),
        "time": entry.start_time,
        "amount": amount_texts(entry),
        "level": level_text(entry),
        "reason": entry.reason,
        "skipped": entry.if_skipped,
        "state": state_text(entry),
        "done": entry.done,
        "moved": entry.moved,
        "next": next_up is not None and entry.resource_id == next_up.resource_id,
        "grip": movable and not entry.done,
        "startable": startable and not entry.done,
        "begin": _("Go on") if entry.done_count else _("Start"),
        "url": safe_url(entry.url),
        "watched": finish_label(entry),
        "questions": questions_data(entry.questions),
        "random": any(question.why == "random" for question in entry.questions),
        "points": [
            {"id": point, "name": points[point].short.get(language())} for point in entry.points if point in points
        ],
    }


def questions_data(questions: Sequence[PlannedQuestion]) -> list[dict[str, Any]]:
    """One line for all questions with the same texts, with their number."""
    counts = Counter(
        (question.reason, expected_text(question.chance), question.why == "random", question.done)
        for question in questions
    )
    return [
        {
            "reason": reason,
            "chance": expected,
            "random": is_random,
            "done": done,
            "times": ngettext("{count} question", "{count} questions", count) if count > 1 else "",
        }
        for (reason, expected, is_random, done), count in counts.items()
    ]


def expected_text(probability: float | None) -> str:
    """`about 7 of 10 right expected` for a probability; an empty text where there is no prediction.

    A probability is never shown as 0 or 10 of 10: no prediction is that certain.
    """
    if probability is None:
        return ""
    return _("expected: about {right} of 10 right").format(right=min(9, max(1, round(10 * probability))))


def finish_label(entry: Recommendation) -> str:
    """The label of the button by which a student says that a link is done: the service does not see other sites."""
    if entry.skill_type == "reading":
        return _("I have read it")
    return _("I have listened to it") if entry.resource_type == "audio" else _("I have watched it")


def safe_url(url: str | None) -> str:
    """The address of a link if it begins with http or https, otherwise an empty text."""
    return url if url and urlsplit(url).scheme in ("http", "https") else ""


def board_words() -> dict[str, str]:
    """The texts of the board beside those of its cards."""
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
            "About one question in twenty is picked at random. Your answer shows whether another question would have helped more, so that the plan's choices can be checked."
        ),
        "onMap": _("On your knowledge map:"),
        "nothing": _("Nothing is planned here. Move something in, or leave it free."),
    }
