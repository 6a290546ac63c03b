"""The students of the organisation, one line each, with a link to their report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core.answers.wire import StudentLine
from core.knowledge.wire import LevelNow
from pages.parts.addresses import page_named
from pages.parts.dates import day_in_shanghai, short_day
from pages.parts.figures import csv_bytes, with_n
from pages.parts.i18n import _, ngettext
from pages.parts.level import level_sentence
from pages.parts.shown_text import escaped

MOST_SHOWN = 20
"""Lines shown at once; with more students there is a search box."""
HEAD = (
    "student_id",
    "name",
    "answers_this_month",
    "mean_score",
    "low_95",
    "high_95",
    "last_answered_at",
    "level_now",
    "level_low_80",
    "level_high_80",
)


def draw_students(lines: Sequence[StudentLine], levels: Mapping[str, LevelNow]) -> None:
    """The search box where there are many students, their lines, the file. `levels`: of each student by id."""
    st.subheader(_("Students this month"))
    if not lines:
        st.markdown(_("No students yet. One appears here with the first answer, on these pages or over the API."))
        return
    matches = _draw_search(lines) if len(lines) > MOST_SHOWN else lines
    with st.container(border=True):
        for line in matches[:MOST_SHOWN]:
            _draw_line(line, levels[line.student_id])
        if not matches:
            st.caption(_("No student of that name."))
    if len(matches) > MOST_SHOWN:
        st.caption(
            _("The {shown} last active of {count}; search for the others.").format(shown=MOST_SHOWN, count=len(matches))
        )
    st.download_button(
        _("Download as CSV"),
        lambda: students_csv(lines, levels),
        file_name="wenlu-students.csv",
        mime="text/csv",
        icon=":material/download:",
        type="tertiary",
    )


def _draw_search(lines: Sequence[StudentLine]) -> list[StudentLine]:
    search = st.text_input(_("Search by name or id"), key="student_search", icon=":material/search:").casefold()
    return [line for line in lines if search in f"{line.name} {line.student_id}".casefold()]


def _draw_line(line: StudentLine, level: LevelNow) -> None:
    """The name as a link to the report, which leads on to the path; beside it the level and the figures of the month."""
    name_column, month_column = st.columns([1, 2], vertical_alignment="center", gap=None)
    name_column.page_link(
        page_named("report"),
        label=escaped(line.name),
        icon=":material/monitoring:",
        query_params={"student": line.student_id},
    )
    month_column.markdown(f":small[{level_sentence(level)}]  \n:small[{month_text(line)}]")


def month_text(line: StudentLine) -> str:
    """`mean 72 ± 5, 31 answers · last active 20 Nov`."""
    parts = []
    if line.mean_score is None:
        parts.append(_("no answers this month"))
    else:
        parts.append(_("mean {score}").format(score=with_n(line.mean_score, line.interval, line.answers)))
    if line.last_answered_at is not None:
        parts.append(_("last active {day}").format(day=short_day(day_in_shanghai(line.last_answered_at))))
    if line.open_appeals:
        open_appeals = ngettext("{count} mark questioned", "{count} marks questioned", line.open_appeals)
        parts.append(f":orange[:material/mark_email_unread: {open_appeals}]")
    return " · ".join(parts)


def students_csv(lines: Sequence[StudentLine], levels: Mapping[str, LevelNow]) -> bytes:
    """A CSV of all students with their figures of this month and their level with its 80 % range; 7 is the band 7-9."""
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
                *_level_cells(levels[line.student_id]),
            )
            for line in lines
        ],
    )


def _level_cells(level: LevelNow) -> tuple[object, ...]:
    return (level.level, level.low, level.high) if level.known else ("", "", "")
