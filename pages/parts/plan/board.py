"""The board of a day: what its cards ask for is done here."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import streamlit as st

from core.errors import WenluError
from core.plan.wire import DailyPlan, Recommendation, ScheduleRequest
from pages.parts.addresses import page_named
from pages.parts.components import plan_board
from pages.parts.i18n import _, language
from pages.parts.plan.begin import begin
from pages.parts.plan.cards import board_data
from pages.parts.plan.words import slot_name, slot_of
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

KEY = "plan_board"
PROBLEM = "plan_problem"
"""Session state: a move that was refused, with what was typed."""
MOVED = "plan_moved"
"""Session state: the last move, to take it back."""
FAULT = "plan_fault"
"""Session state: anything else that did not work."""


def draw_board(who: Visitor, plan: DailyPlan, now: datetime) -> None:
    """The day in its slots."""
    data = {**board_data(plan, who.core.tables.points.by_id, now), "problem": st.session_state.get(PROBLEM)}
    plan_board()(
        key=KEY,
        data=data,
        on_move_change=lambda: _move(who, plan),
        on_finish_change=lambda: _finish(who, plan),
        on_start_change=lambda: None,
        on_point_change=lambda: None,
    )
    _go_where_asked(who, plan)


def _go_where_asked(who: Visitor, plan: DailyPlan) -> None:
    """A page can be left only from the run itself, not from its callbacks."""
    said = st.session_state.get(KEY) or {}
    if said.get("start"):
        line = line_of(plan, said["start"])
        if line is not None:
            begin(who, date.fromisoformat(plan.date), line, back="plan")
    elif said.get("point"):
        st.switch_page(page_named("knowledge_map"), query_params={"point": str(said["point"]["point"])})


def line_of(plan: DailyPlan, said: dict[str, Any]) -> Recommendation | None:
    """The entry that a card stands for."""
    return next((line for line in plan.recommendations if line.resource_id == said["resource"]), None)


def _move(who: Visitor, plan: DailyPlan) -> None:
    said = st.session_state[KEY]["move"]
    line = line_of(plan, said)
    if line is not None:
        move(who, plan, line, slot=said["slot"], start=said["start"], end=said["end"])


def move(who: Visitor, plan: DailyPlan, line: Recommendation, *, slot: str, start: str, end: str) -> None:
    """Put an entry elsewhere, and remember where it was; what is refused is told with what was typed.

    `start` and `end` are HH:MM or empty; midnight as an end is that of the night.
    """
    day = date.fromisoformat(plan.date)
    st.session_state.pop(MOVED, None)
    problem = st.session_state.pop(PROBLEM, None)
    wanted = {
        "student_id": who.student_id,
        "resource_id": line.resource_id,
        "new_time_slot": slot,
        "new_start_time": start or None,
        "new_end_time": ("24:00" if end == "00:00" else end) or None,
        "date": plan.date,
    }
    try:
        who.core.plan.schedule(ScheduleRequest.model_validate(wanted), who.caller)
    except WenluError as error:
        number = (problem["number"] if problem else 0) + 1
        st.session_state[PROBLEM] = {
            "number": f"{who.core.clock.now().timestamp()}-{number}",
            "resource": line.resource_id,
            "column": slot_of(line, day),
            "text": error.remedy(language()),
            "slot": slot,
            "start": start,
            "end": end,
        }
        return
    st.session_state[MOVED] = {
        "day": plan.date,
        "resource": line.resource_id,
        "title": line.title,
        "slot": line.time_slot,
        "start": line.start_time,
        "end": line.end_time,
    }


def draw_moved(who: Visitor, plan: DailyPlan) -> None:
    """What was just moved, with the way back."""
    before = st.session_state.get(MOVED)
    line = line_of(plan, before) if before and before["day"] == plan.date else None
    if before is None or line is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="plan_moved_line"):
        slot = slot_name(slot_of(line, date.fromisoformat(plan.date)))
        st.markdown(
            ":material/swap_horiz: "
            + _("“{title}” now stands at {time} ({slot}).").format(
                title=escaped(line.title), time=line.start_time, slot=slot
            ),
            width="content",
        )
        st.button(_("Move it back"), icon=":material/undo:", key="plan_undo", on_click=_move_back, args=(who, plan))


def _move_back(who: Visitor, plan: DailyPlan) -> None:
    before = st.session_state[MOVED]
    line = line_of(plan, before)
    if line is None:
        return
    move(who, plan, line, slot=before["slot"], start=before["start"], end=before["end"])
    st.session_state.pop(MOVED, None)
    refused = st.session_state.pop(PROBLEM, None)
    if refused is not None:
        st.session_state[FAULT] = refused["text"]


def _finish(who: Visitor, plan: DailyPlan) -> None:
    line = line_of(plan, st.session_state[KEY]["finish"])
    if line is not None:
        finish(who, line)


def finish(who: Visitor, line: Recommendation) -> None:
    """Note that something elsewhere was watched: the one thing that the student has to say."""
    try:
        who.core.plan.finish(who.student_id, line.resource_id, round(60 * line.minutes), who.caller)
    except WenluError as error:
        st.session_state[FAULT] = _("It was not noted: {reason}").format(reason=error.remedy(language()))
