"""What a teacher gave and is not done yet, as a student sees it first on Today, whatever else is set."""

from __future__ import annotations

from datetime import datetime

import streamlit as st

from core.api.assignments import MyAssignment
from pages.parts.addresses import page_named
from pages.parts.assignments.own import button_text
from pages.parts.assignments.words import ICONS, amount_text, due_text, state_text
from pages.parts.i18n import _, ngettext
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

MOST_SHOWN = 3
PAGE = "assignments"


def open_assignments(who: Visitor) -> list[MyAssignment]:
    """What is to be done, soonest due first."""
    return [own for own in who.core.assignments.of_student(who.student_id, who.caller) if own.open]


def draw_to_do(to_do: list[MyAssignment], now: datetime, *, primary: bool) -> None:
    """The soonest due, each with the button that begins it. `primary`: the first button is the primary action of the page."""
    if not to_do:
        return
    st.subheader(_("From your teacher"))
    for index, own in enumerate(to_do[:MOST_SHOWN]):
        _draw_one(own, now, primary=primary and index == 0)
    more = len(to_do) - MOST_SHOWN
    if more > 0:
        label = ngettext("{count} more", "{count} more", more)
        st.page_link(page_named(PAGE), label=label, icon=":material/assignment:")


def _draw_one(own: MyAssignment, now: datetime, *, primary: bool) -> None:
    assignment = own.assignment
    with st.container(border=True, key=f"to_do_{assignment.assignment_id}"):
        text, button_column = st.columns([4, 1], vertical_alignment="center")
        due = due_text(own.state.due_at, now)
        facts = [f"**{due}**" if own.standing == "overdue" else due, amount_text(assignment)]
        if own.state.state == "begun" or own.standing != "to_do":
            facts.append(state_text(own.state, kind=assignment.kind, now=now))
        text.markdown(f"{ICONS[assignment.kind]} **{escaped(assignment.title)}**  \n:small[{' · '.join(facts)}]")
        if button_column.button(
            button_text(own),
            type="primary" if primary else "secondary",
            width="stretch",
            key=f"to_do_begin_{assignment.assignment_id}",
        ):
            st.switch_page(page_named(PAGE), query_params={"resource": assignment.resource_id})
