"""The students of the organisation, a line each, with the way to their report."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.answers.wire import StudentLine
from pages.parts.addresses import page_named
from pages.parts.dates import day_in_shanghai, short_day
from pages.parts.figures import csv_bytes, with_n
from pages.parts.i18n import _, ngettext
from pages.parts.shown_text import escaped

AT_ONCE = 20
"""Lines shown before the search box is the quicker way."""
HEAD = ("student_id", "name", "answers_this_month", "mean_score", "low_95", "high_95", "last_answered_at")


def draw_students(lines: Sequence[StudentLine]) -> None:
    """Search, lines, file."""
    st.subheader(_("Students this month"))
    if not lines:
        st.markdown(_("No students yet. One appears here with the first answer, on these pages or over the API."))
        return
    found = _searched(lines) if len(lines) > AT_ONCE else lines
    with st.container(border=True):
        for line in found[:AT_ONCE]:
            _draw_line(line)
        if not found:
            st.caption(_("No student of that name."))
    if len(found) > AT_ONCE:
        st.caption(
            _("The {shown} last active of {count}; search for the others.").format(shown=AT_ONCE, count=len(found))
        )
    st.download_button(
        _("Download as CSV"),
        lambda: students_csv(lines),
        file_name="wenlu-students.csv",
        mime="text/csv",
        icon=":material/download:",
        type="tertiary",
    )


def _searched(lines: Sequence[StudentLine]) -> list[StudentLine]:
    asked = st.text_input(_("Search by name or id"), key="student_search", icon=":material/search:").casefold()
    return [line for line in lines if asked in f"{line.name} {line.student_id}".casefold()]


def _draw_line(line: StudentLine) -> None:
    """The name leads to the report; beside it what the month says."""
    name, month = st.columns([1, 2], vertical_alignment="center", gap=None)
    name.page_link(
        page_named("report"),
        label=escaped(line.name),
        icon=":material/monitoring:",
        query_params={"student": line.student_id},
    )
    month.markdown(f":small[{said_of(line)}]")


def said_of(line: StudentLine) -> str:
    """`mean 72 ± 5, 31 answers · last active 20 Nov`."""
    parts = []
    if line.mean_score is None:
        parts.append(_("no answers this month"))
    else:
        parts.append(_("mean {score}").format(score=with_n(line.mean_score, line.interval, line.answers)))
    if line.last_answered_at is not None:
        parts.append(_("last active {day}").format(day=short_day(day_in_shanghai(line.last_answered_at))))
    if line.open_appeals:
        waiting = ngettext("{count} question", "{count} questions", line.open_appeals)
        parts.append(f":orange[:material/mark_email_unread: {waiting}]")
    return " · ".join(parts)


def students_csv(lines: Sequence[StudentLine]) -> bytes:
    """All students with this month's figures."""
    return csv_bytes(
        HEAD,
        [
            (
                line.student_id,
                line.name,
                line.answers,
                "" if line.mean_score is None else line.mean_score,
                *(line.interval or ("", "")),
                "" if line.last_answered_at is None else line.last_answered_at.isoformat(),
            )
            for line in lines
        ],
    )
