"""The students of the class: who needs a word and why, then a line each, searched and in an order, with a link to their report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st
from streamlit.navigation.page import Page

from core.answers.wire import StudentLine
from core.knowledge.wire import LevelNow, NeedsHelp
from pages.parts.addresses import page_named
from pages.parts.dates import day_in_shanghai, short_day
from pages.parts.figures import csv_bytes, with_n
from pages.parts.i18n import _, ngettext
from pages.parts.level import level_sentence
from pages.parts.names import student_label
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

MOST_SHOWN = 20
"""Lines shown at once."""
MOST_IN_NEED = 5
NAME_PX = 220
"""Width of the link with the name: a third of the list."""
LAST_ACTIVE, NEED, NAME, SCORE, LEVEL, ANSWERS = "last", "need", "name", "score", "level", "answers"
HEAD = (
    "student_id",
    "number",
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


@st.fragment
def draw_students(who: Visitor) -> list[StudentLine]:
    """Who needs a word, the search box and the order where there are several students, their lines, the file; searching and ordering rerun
    this part alone, which reads the class again. Gives the students back where the whole page runs."""
    lines = who.core.answers.class_lines(who.caller)
    levels = who.core.knowledge.class_levels([line.student_id for line in lines], who.caller)
    needs = who.core.knowledge.students_in_need(who.caller)
    _draw_needs(needs)
    st.subheader(_("Students this month"))
    if lines:
        _draw_lines(lines, levels, needs)
    else:
        st.markdown(_("No students yet. One appears here with the first answer, on these pages or over the API."))
    return lines


def _draw_lines(lines: Sequence[StudentLine], levels: Mapping[str, LevelNow], needs: Sequence[NeedsHelp]) -> None:
    """`levels`: of each student by id; `needs`: those who need help with their reasons, the most pressing first."""
    why = {each.student_id: each.reasons for each in needs}
    matches, order = _draw_search(lines, levels, list(why)) if len(lines) > 1 else (list(lines), LAST_ACTIVE)
    with st.container(border=True, key="class_students"):
        report = page_named("report")
        for line in matches[:MOST_SHOWN]:
            _draw_line(line, levels[line.student_id], report, in_need=line.student_id in why)
        if not matches:
            st.caption(_("No student of that name."))
    if len(matches) > MOST_SHOWN:
        text = (
            _("The {shown} last active of {count}; search for the others.")
            if order == LAST_ACTIVE
            else _("The first {shown} of {count}; search for the others.")
        )
        st.caption(text.format(shown=MOST_SHOWN, count=len(matches)))
    st.download_button(
        _("Download as CSV"),
        lambda: students_csv(lines, levels),
        file_name="wenlu-students.csv",
        mime="text/csv",
        icon=":material/download:",
        type="tertiary",
    )


def _draw_needs(needs: Sequence[NeedsHelp]) -> None:
    """Who needs a word today, and why; nothing where nobody does."""
    if not needs:
        return
    st.subheader(_("Who needs a word today"))
    with st.container(border=True, key="class_needs"):
        for each in needs[:MOST_IN_NEED]:
            st.page_link(
                page_named("report"),
                label=escaped(student_label(each.name, each.number)),
                icon=":material/person_raised_hand:",
                query_params={"student": each.student_id},
            )
            st.markdown("  \n".join(f":small[{escaped(reason)}]" for reason in each.reasons))
    if len(needs) > MOST_IN_NEED:
        more = len(needs) - MOST_IN_NEED
        st.page_link(
            page_named("class_map"),
            label=ngettext("{count} more on the class knowledge map", "{count} more on the class knowledge map", more),
            icon=":material/grid_on:",
        )


def _draw_search(
    lines: Sequence[StudentLine], levels: Mapping[str, LevelNow], in_need: Sequence[str]
) -> tuple[list[StudentLine], str]:
    """The lines that match, in the order chosen, and that order."""
    search_column, order_column = st.columns([3, 2], vertical_alignment="bottom")
    search = search_column.text_input(
        _("Search by name or number"), key="student_search", icon=":material/search:"
    ).casefold()
    names = order_names()
    order = order_column.selectbox(_("Order"), list(names), format_func=names.__getitem__, key="student_order")
    matches = [line for line in lines if search in f"{line.name} {line.number} {line.student_id}".casefold()]
    return ordered(matches, order, levels, in_need), order


def order_names() -> dict[str, str]:
    """Orders of the list in the interface language."""
    return {
        LAST_ACTIVE: _("Last active first"),
        NEED: _("Who needs a word first"),
        NAME: _("By name"),
        SCORE: _("Lowest mean first"),
        LEVEL: _("Lowest level first"),
        ANSWERS: _("Fewest answers first"),
    }


def ordered(
    lines: Sequence[StudentLine], order: str, levels: Mapping[str, LevelNow], in_need: Sequence[str]
) -> list[StudentLine]:
    """The lines in an order; `lines` come last active first, and equal ones stay so. Who has no figure stands last."""
    rank = {student_id: index for index, student_id in enumerate(in_need)}

    def place(line: StudentLine) -> tuple[float | str, ...]:
        if order == NEED:
            return (rank.get(line.student_id, len(rank)),)
        if order == NAME:
            return (line.name.casefold(), line.number)
        if order == SCORE:
            return (101.0 if line.mean_score is None else line.mean_score,)
        if order == LEVEL:
            level = levels[line.student_id]
            return (level.level if level.known else 99,)
        return (line.answers if order == ANSWERS else 0,)

    return sorted(lines, key=place)


def _draw_line(line: StudentLine, level: LevelNow, report: Page, *, in_need: bool) -> None:
    """The name as a link to the report, which leads on to the path; beside it the level and the figures of the month."""
    mark = f" · :orange[:material/person_raised_hand: {_('needs a word')}]" if in_need else ""
    # A container and not columns, which are two more elements a line for the browser; on a phone it wraps as they do.
    with st.container(horizontal=True, vertical_alignment="center", gap=None):
        st.page_link(
            report,
            label=escaped(student_label(line.name, line.number)),
            icon=":material/monitoring:",
            query_params={"student": line.student_id},
            width=NAME_PX,
        )
        st.markdown(f":small[{level_sentence(level)}]  \n:small[{month_text(line)}{mark}]", width="stretch")


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
                line.number,
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
