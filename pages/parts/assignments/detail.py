"""One student's work on one assignment, with the answers or the text."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from datetime import date

import streamlit as st

from core.api.assignments import Progress, StudentState
from pages.parts.addresses import page_named
from pages.parts.assignments.words import ICONS, state_text
from pages.parts.dates import day_name
from pages.parts.evidence import draw_evidence
from pages.parts.i18n import _
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor
from pages.parts.writing.text import draw_text

ASSIGNMENT_KEY, STUDENT_KEY = "assignments_open", "assignments_open_student"
CLICKED_CELL = "assignments_clicked"
"""Session state: the cell clicked last, so that a click counts once and the two boxes can be changed afterwards."""


def open_cell(assignment_id: str, student_id: str) -> None:
    """Choose assignment and student of a cell in the boxes below, unless it is the cell clicked last."""
    if st.session_state.get(CLICKED_CELL) != (assignment_id, student_id):
        st.session_state[CLICKED_CELL] = (assignment_id, student_id)
        st.session_state[ASSIGNMENT_KEY] = assignment_id
        st.session_state[STUDENT_KEY] = student_id


def draw_detail(who: Visitor, progress: Sequence[Progress], names: Mapping[str, str], today: date) -> None:
    """Boxes to choose an assignment and a student, and what that student did."""
    by_id = {line.assignment.assignment_id: line for line in progress}
    _forget_unless_offered(ASSIGNMENT_KEY, by_id)
    assignment_column, student_column = st.columns(2)
    assignment_id = assignment_column.selectbox(
        _("Assignment to look at"),
        list(by_id),
        format_func=lambda key: by_id[key].assignment.title,
        key=ASSIGNMENT_KEY,
    )
    chosen = by_id[assignment_id]
    states = {state.student_id: state for state in chosen.students}
    _forget_unless_offered(STUDENT_KEY, states)
    student_id = student_column.selectbox(
        _("Student"),
        list(states),
        index=None,
        format_func=lambda key: names.get(key, key),
        placeholder=_("Choose a student"),
        key=STUDENT_KEY,
    )
    if student_id is not None:
        _draw_state(who, chosen, states[student_id], names.get(student_id, student_id), today)


def _forget_unless_offered(key: str, offered: Container[str]) -> None:
    """Forget an earlier choice that is not offered any more: withdrawn, or not for this student."""
    if st.session_state.get(key) not in offered:
        st.session_state.pop(key, None)


def _draw_state(who: Visitor, progress: Progress, state: StudentState, name: str, today: date) -> None:
    assignment = progress.assignment
    with st.container(border=True):
        state_and_day = state_text(state, due=assignment.due, today=today)
        day = f" · {day_name(state.at)}" if state.at else ""
        st.markdown(
            f"**{escaped(name)}** · {ICONS[assignment.kind]} {escaped(assignment.title)}  \n{state_and_day}{day}"
        )
        if state.sources:
            draw_evidence(who, state.student_id, state.sources, name=assignment.assignment_id)
        elif state.writing_id:
            draw_text(who.core.writing.text(state.writing_id, who.caller))
            if state.at is not None:
                st.page_link(
                    page_named("marking"),
                    label=_("Mark it"),
                    icon=":material/grading:",
                    query_params={"assignment": assignment.assignment_id, "text": state.writing_id},
                )
        elif state.at is None:
            st.caption(_("There is nothing to see yet."))
