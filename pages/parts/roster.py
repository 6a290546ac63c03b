"""The students of the organisation, a line each, with a way to their report."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.answers.wire import StudentLine
from core.learning.days import day_of
from pages.parts.addresses import page_named
from pages.parts.evidence import escaped
from pages.parts.i18n import _, ngettext

MOST_SHOWN = 50


def draw_roster(lines: Sequence[StudentLine]) -> None:
    """Name, this month, button to the report."""
    st.subheader(_("Students, this month"))
    if not lines:
        st.caption(_("No students yet. A student appears with the first answer, here or over the API."))
        return
    for place, line in enumerate(lines[:MOST_SHOWN]):
        with st.container(border=True):
            text, button = st.columns([4, 1], vertical_alignment="center")
            text.markdown(f"**{escaped(line.name)}**  \n{_said(line)}")
            if button.button(_("Report"), key=f"report_of_{place}", width="stretch"):
                st.switch_page(page_named("report"), query_params={"student": line.student_id})
    if len(lines) > MOST_SHOWN:
        st.caption(
            _("Showing {shown} of {count} students, the latest first.").format(shown=MOST_SHOWN, count=len(lines))
        )


def _said(line: StudentLine) -> str:
    if line.mean_score is None or line.last_answered_at is None:
        return _("No answers this month.")
    said = [
        ngettext("{count} answer", "{count} answers", line.answers),
        _("{score} of 100 on average{interval}").format(score=f"{line.mean_score:.1f}", interval=_between(line)),
        _("last on {day}").format(day=day_of(line.last_answered_at)),
    ]
    if line.open_appeals:
        said.append(ngettext("{count} appeal", "{count} appeals", line.open_appeals))
    return " · ".join(said)


def _between(line: StudentLine) -> str:
    return f" ({line.interval[0]:.0f}–{line.interval[1]:.0f})" if line.interval else ""
