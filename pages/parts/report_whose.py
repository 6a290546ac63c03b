"""Whose report, of which month."""

from __future__ import annotations

import streamlit as st

from pages.parts.i18n import _
from pages.parts.plan import month_now
from pages.parts.visitor import Visitor

MONTHS_BACK = 6


def whose_report(who: Visitor) -> str:
    """Students see their own; a teacher sees the student named in the address, and ends here without one."""
    if who.account.role == "student":
        return who.student_id
    named = st.query_params.get("student")
    if named is None or who.core.store.student(who.account.organisation_id, named) is None:
        st.info(_('Choose a student on the page "Class" to see their report.'), icon=":material/groups:")
        st.stop()
    st.caption(_("Student: {student}").format(student=named))
    return named


def pick_month(who: Visitor) -> str | None:
    """A month `YYYY-MM`, or None for the last 30 days."""
    year, month = map(int, month_now(who.core.clock.now()).split("-"))
    months = [f"{year + (month - 1 - back) // 12:04d}-{(month - 1 - back) % 12 + 1:02d}" for back in range(MONTHS_BACK)]
    chosen = st.selectbox(
        _("Period"), ["", *months], format_func=lambda each: each or _("Last 30 days"), key="report_month", width=240
    )
    return chosen or None
