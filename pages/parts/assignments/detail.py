"""One student's work on one assignment, opened to the answers or the text."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from datetime import date

import streamlit as st

from core.api.assignments import Progress, StudentState
from pages.parts.assignments.words import ICONS, state_said
from pages.parts.dates import day_name
from pages.parts.evidence import draw_evidence
from pages.parts.i18n import _
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor
from pages.parts.writing.text import draw_text

ASSIGNMENT_KEY, STUDENT_KEY = "assignments_open", "assignments_open_student"
CLICKED = "assignments_clicked"
"""Session state: the cell that was clicked last, so that a click counts once and the boxes can then be changed."""


def open_cell(assignment_id: str, student_id: str) -> None:
    """Show this cell below, if it was not clicked before."""
    if st.session_state.get(CLICKED) != (assignment_id, student_id):
        st.session_state[CLICKED] = (assignment_id, student_id)
        st.session_state[ASSIGNMENT_KEY] = assignment_id
        st.session_state[STUDENT_KEY] = student_id


def draw_detail(who: Visitor, progress: Sequence[Progress], names: Mapping[str, str], today: date) -> None:
    """Which assignment, which student, and what the student did."""
    by_id = {each.assignment.assignment_id: each for each in progress}
    _forget_gone(ASSIGNMENT_KEY, by_id)
    left, right = st.columns(2)
    assignment_id = left.selectbox(
        _("Whose work to look at: assignment"),
        list(by_id),
        format_func=lambda each: by_id[each].assignment.title,
        key=ASSIGNMENT_KEY,
    )
    each = by_id[assignment_id]
    states = {state.student_id: state for state in each.students}
    _forget_gone(STUDENT_KEY, states)
    student_id = right.selectbox(
        _("Student"),
        list(states),
        index=None,
        format_func=lambda student: names.get(student, student),
        placeholder=_("Choose a student"),
        key=STUDENT_KEY,
    )
    if student_id is not None:
        _draw_state(who, each, states[student_id], names.get(student_id, student_id), today)


def _forget_gone(key: str, offered: Container[str]) -> None:
    """What was chosen before may have been withdrawn, or not be for this student."""
    if st.session_state.get(key) not in offered:
        st.session_state.pop(key, None)


def _draw_state(who: Visitor, each: Progress, state: StudentState, name: str, today: date) -> None:
    given = each.assignment
    with st.container(border=True):
        said = state_said(state, due=given.due, today=today)
        at = f" · {day_name(state.at)}" if state.at else ""
        st.markdown(f"**{escaped(name)}** · {ICONS[given.kind]} {escaped(given.title)}  \n{said}{at}")
        if state.sources:
            draw_evidence(who, state.student_id, state.sources, name=given.assignment_id)
        elif state.writing_id:
            draw_text(who.core.writing.text(state.writing_id, who.caller))
        elif state.at is None:
            st.caption(_("There is nothing to see yet."))
