"""The choice of a level of the class map, the day it was updated, and what to do while it is empty."""

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

FIRST_LEVEL = 1


def which_level() -> int:
    """The chosen level, 1-7, or 0 for all levels; the address holds it."""
    named = st.query_params.get("level", "")
    default = int(named) if named in {str(level) for level in LEVELS} else FIRST_LEVEL
    chosen = st.segmented_control(
        _("Level"), LEVELS, default=default, format_func=_level_text, key="class_map_level", required=True
    )
    level = default if chosen is None else int(chosen)
    st.query_params["level"] = str(level)
    return level


def _level_text(level: int) -> str:
    return _("All") if level == ALL else level_short(level)


def draw_state(who: Visitor, updated_at: str | None) -> None:
    """The day on which the map was updated, and a button to add today's answers."""
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
            on_click=_update_map,
            args=(who,),
        )


def _update_map(who: Visitor) -> None:
    """Update the students who answered something today, one by one, so that the nightly update of everyone is not disturbed."""
    today = day_in_shanghai(who.core.clock.now())
    for line in who.core.answers.class_lines(who.caller):
        if line.last_answered_at is not None and day_in_shanghai(line.last_answered_at) == today:
            who.core.knowledge.update(UpdateRequest(student_id=line.student_id, date=today.isoformat()), who.caller)


def draw_first_step() -> None:
    """What to do while nobody has answered anything."""
    st.markdown(_("There are no answers yet. The map fills as students practise, on these pages or over the API."))
    st.page_link(page_named("class_inbox"), label=_("To the class"), icon=":material/groups:")
