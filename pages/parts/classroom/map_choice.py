"""Which level of the class map; what to do while there is nothing to see."""

from __future__ import annotations

from datetime import datetime

import streamlit as st

from core.knowledge.wire import UpdateRequest
from pages.parts.addresses import page_named
from pages.parts.dates import day_in_shanghai, day_name
from pages.parts.i18n import _
from pages.parts.map.choice import ALL, LEVELS
from pages.parts.map.words import level_short
from pages.parts.visitor import Visitor

FIRST = 1


def which_level() -> int:
    """1-7, or 0 for all levels; the choice stands in the address."""
    asked = st.query_params.get("level", "")
    usual = int(asked) if asked in {str(level) for level in LEVELS} else FIRST
    chosen = st.segmented_control(
        _("Level"), LEVELS, default=usual, format_func=_said, key="class_map_level", required=True
    )
    level = usual if chosen is None else int(chosen)
    st.query_params["level"] = str(level)
    return level


def _said(level: int) -> str:
    return _("All") if level == ALL else level_short(level)


def draw_state(who: Visitor, updated_at: str | None) -> None:
    """As of when the map is, and the way to have today's answers in it."""
    with st.container(horizontal=True, vertical_alignment="center"):
        if updated_at is not None:
            day = day_name(datetime.fromisoformat(updated_at))
            st.caption(
                _("As of {day}; new answers are added every night, and when a student's map is opened.").format(day=day)
            )
        st.button(
            _("Add today's answers"),
            icon=":material/refresh:",
            type="tertiary",
            key="class_map_today",
            on_click=_take_in,
            args=(who,),
        )


def _take_in(who: Visitor) -> None:
    """Student by student, so that the run of the night over everyone stays as it is."""
    today = day_in_shanghai(who.core.clock.now())
    for line in who.core.answers.class_lines(who.caller):
        if line.last_answered_at is not None and day_in_shanghai(line.last_answered_at) == today:
            who.core.knowledge.update(UpdateRequest(student_id=line.student_id, date=today.isoformat()), who.caller)


def draw_first_step() -> None:
    """Nobody has answered anything."""
    st.markdown(_("There are no answers yet. The map fills as students practise, on these pages or over the API."))
    st.page_link(page_named("class_inbox"), label=_("To the class"), icon=":material/groups:")
