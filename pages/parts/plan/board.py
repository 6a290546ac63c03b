"""The board of a day, and the actions of its cards: begin, move, finish, show a point on the map."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import streamlit as st

from core.errors import WenluError
from core.plan.wire import DailyPlan, Recommendation, ScheduleRequest
from pages.parts.addresses import page_named
from pages.parts.components import plan_board
from pages.parts.i18n import _, language
from pages.parts.plan.begin import begin_entry
from pages.parts.plan.cards import board_data
from pages.parts.plan.words import slot_name, slot_of
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

KEY = "plan_board"
REFUSED_MOVE = "plan_problem"
"""Session state: the move that was refused last, with what was typed."""
LAST_MOVE = "plan_moved"
"""Session state: where the entry moved last stood before, to move it back."""
FAULT = "plan_fault"
"""Session state: the message of any other action that failed."""


def draw_board(who: Visitor, plan: DailyPlan, now: datetime) -> None:
    """The day in its slots."""
    data = {**board_data(plan, who.core.tables.points.by_id, now), "problem": st.session_state.get(REFUSED_MOVE)}
    plan_board()(
        key=KEY,
        data=data,
        on_move_change=lambda: _move(who, plan),
        on_finish_change=lambda: _finish(who, plan),
        on_start_change=lambda: None,
        on_point_change=lambda: None,
    )
    _follow_board(who, plan)


def _follow_board(who: Visitor, plan: DailyPlan) -> None:
    """Open the page that a card asks for; a page can be left only from the run itself, not from its callbacks."""
    values = st.session_state.get(KEY) or {}
    if values.get("start"):
        entry = entry_of(plan, values["start"])
        if entry is not None:
            begin_entry(who, date.fromisoformat(plan.date), entry, from_page="plan")
    elif values.get("point"):
        st.switch_page(page_named("knowledge_map"), query_params={"point": str(values["point"]["point"])})


def entry_of(plan: DailyPlan, card: dict[str, Any]) -> Recommendation | None:
    """The entry of the plan that a card stands for; None where the plan no longer has it."""
    return next((entry for entry in plan.recommendations if entry.resource_id == card["resource"]), None)


def _move(who: Visitor, plan: DailyPlan) -> None:
    event = st.session_state[KEY]["move"]
    entry = entry_of(plan, event)
    if entry is not None:
        move(who, plan, entry, slot=event["slot"], start=event["start"], end=event["end"])


def move(who: Visitor, plan: DailyPlan, entry: Recommendation, *, slot: str, start: str, end: str) -> None:
    """Move an entry, and keep where it was before; a refused move is kept with its message and what was typed.

    `start` and `end` are HH:MM or empty; midnight as an end is the end of the day.
    """
    day = date.fromisoformat(plan.date)
    st.session_state.pop(LAST_MOVE, None)
    earlier_refusal = st.session_state.pop(REFUSED_MOVE, None)
    request = {
        "student_id": who.student_id,
        "resource_id": entry.resource_id,
        "new_time_slot": slot,
        "new_start_time": start or None,
        "new_end_time": ("24:00" if end == "00:00" else end) or None,
        "date": plan.date,
    }
    try:
        who.core.plan.schedule(ScheduleRequest.model_validate(request), who.caller)
    except WenluError as error:
        number = (earlier_refusal["number"] if earlier_refusal else 0) + 1
        st.session_state[REFUSED_MOVE] = {
            "number": f"{who.core.clock.now().timestamp()}-{number}",
            "resource": entry.resource_id,
            "column": slot_of(entry, day),
            "text": error.remedy(language()),
            "slot": slot,
            "start": start,
            "end": end,
        }
        return
    st.session_state[LAST_MOVE] = {
        "day": plan.date,
        "resource": entry.resource_id,
        "title": entry.title,
        "slot": entry.time_slot,
        "start": entry.start_time,
        "end": entry.end_time,
    }


def draw_last_move(who: Visitor, plan: DailyPlan) -> None:
    """The entry that was just moved, with a button that moves it back."""
    last_move = st.session_state.get(LAST_MOVE)
    entry = entry_of(plan, last_move) if last_move and last_move["day"] == plan.date else None
    if last_move is None or entry is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="plan_moved_line"):
        slot = slot_name(slot_of(entry, date.fromisoformat(plan.date)))
        st.markdown(
            ":material/swap_horiz: "
            + _("“{title}” now stands at {time} ({slot}).").format(
                title=escaped(entry.title), time=entry.start_time, slot=slot
            ),
            width="content",
        )
        st.button(_("Move it back"), icon=":material/undo:", key="plan_undo", on_click=_move_back, args=(who, plan))


def _move_back(who: Visitor, plan: DailyPlan) -> None:
    last_move = st.session_state[LAST_MOVE]
    entry = entry_of(plan, last_move)
    if entry is None:
        return
    move(who, plan, entry, slot=last_move["slot"], start=last_move["start"], end=last_move["end"])
    st.session_state.pop(LAST_MOVE, None)
    refused = st.session_state.pop(REFUSED_MOVE, None)
    if refused is not None:
        st.session_state[FAULT] = refused["text"]


def _finish(who: Visitor, plan: DailyPlan) -> None:
    entry = entry_of(plan, st.session_state[KEY]["finish"])
    if entry is not None:
        finish(who, entry)


def finish(who: Visitor, entry: Recommendation) -> None:
    """Record that a link was watched, read or heard: only the student can know that."""
    try:
        who.core.plan.finish(who.student_id, entry.resource_id, round(60 * entry.minutes), who.caller)
    except WenluError as error:
        st.session_state[FAULT] = _("It was not noted: {reason}").format(reason=error.remedy(language()))
