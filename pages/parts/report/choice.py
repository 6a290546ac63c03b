"""Whose report, of which time; both stand in the address, so that a refresh or a link comes back to them."""

from __future__ import annotations

import streamlit as st

from core.errors import NotFound
from pages.parts.addresses import page_named
from pages.parts.dates import month_name, months_back
from pages.parts.i18n import _
from pages.parts.names import student_label
from pages.parts.visitor import Visitor

MONTHS = 12
LAST_30_DAYS = ""


def chosen_student(who: Visitor) -> str:
    """A student's own; teachers and administrators choose among their organisation's. Raises `NotFound`."""
    if who.account.role == "student":
        return who.student_id
    names = {
        line.student_id: student_label(line.name, line.number) for line in who.core.answers.class_lines(who.caller)
    }
    named = st.query_params.get("student")
    if named is not None and named not in names:
        raise NotFound(f"There is no student {named!r}.")
    chosen = st.selectbox(
        _("Student"),
        list(names),
        index=list(names).index(named) if named else None,
        format_func=names.__getitem__,
        placeholder=_("Choose a student") if names else _("There are no students yet"),
        key="report_student",
        width=360,
    )
    if chosen is None:
        st.page_link(page_named("class_inbox"), label=_("To the class"), icon=":material/groups:")
        st.stop()
    st.query_params["student"] = chosen
    return chosen


def chosen_month(who: Visitor) -> str | None:
    """A month `YYYY-MM`, or None for the last 30 days."""
    offered = [LAST_30_DAYS, *months_back(who.core.clock.now(), MONTHS)]
    month_in_address = st.query_params.get("month", LAST_30_DAYS)
    chosen = st.selectbox(
        _("Period"),
        offered,
        index=offered.index(month_in_address) if month_in_address in offered else 0,
        format_func=lambda month: month_name(month) if month else _("The last 30 days"),
        key="report_month",
        width=260,
    )
    if chosen:
        st.query_params["month"] = chosen
    else:
        st.query_params.pop("month", None)
    return chosen or None
