"""One assignment looked at closely: what it did, what classmates share, and one student's work with the answers, the readings or the text."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from datetime import date, datetime, time, timedelta

import streamlit as st

from core.api.assignments import END_OF_DAY, AssignmentView, Progress, SharedSentence, StudentState
from core.errors import NotFound
from pages.parts.addresses import page_named
from pages.parts.assignments.last_action import attempt
from pages.parts.assignments.words import ICONS, due_text, state_text
from pages.parts.classroom.helped import draw_proof
from pages.parts.dates import day_in_shanghai, day_name
from pages.parts.evidence import draw_evidence
from pages.parts.i18n import _, ngettext
from pages.parts.shown_text import escaped
from pages.parts.speaking.words import total_text
from pages.parts.visitor import Visitor
from pages.parts.writing.text import draw_text

ASSIGNMENT_KEY, STUDENT_KEY = "assignments_open", "assignments_open_student"
MOST_SHARED = 20
USUAL_MORE_DAYS = 3
CLICKED_CELL = "assignments_clicked"
"""Session state: the cell clicked last, so that a click counts once and the two boxes can be changed afterwards."""


def open_cell(assignment_id: str, student_id: str) -> None:
    """Choose assignment and student of a cell in the boxes below, unless it is the cell clicked last."""
    if st.session_state.get(CLICKED_CELL) != (assignment_id, student_id):
        st.session_state[CLICKED_CELL] = (assignment_id, student_id)
        st.session_state[ASSIGNMENT_KEY] = assignment_id
        st.session_state[STUDENT_KEY] = student_id


def draw_detail(who: Visitor, progress: Sequence[Progress], names: Mapping[str, str], now: datetime) -> None:
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
    _draw_findings(who, chosen, names)
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
        _draw_state(who, chosen, states[student_id], names.get(student_id, student_id), now)


def _draw_findings(who: Visitor, progress: Progress, names: Mapping[str, str]) -> None:
    """Of a set for a point whether it helped, of essays which sentences several students handed in."""
    assignment = progress.assignment
    if assignment.point_id:
        proof = who.core.giving.proof(assignment.assignment_id, who.caller)
        if proof is not None:
            with st.expander(_("Did it help?"), icon=":material/monitoring:", key="assignments_helped"):
                draw_proof(who, proof)
    if assignment.kind == "essay":
        _draw_shared(who.core.assignments.shared_sentences(assignment.assignment_id, who.caller), names)


def _draw_shared(shared: Sequence[SharedSentence], names: Mapping[str, str]) -> None:
    if not shared:
        return
    label = ngettext("{count} sentence handed in by several", "{count} sentences handed in by several", len(shared))
    with st.expander(label, icon=":material/content_copy:", key="assignments_shared"):
        st.caption(_("Alike in their characters. It may be a text from class or a set phrase: look before you judge."))
        for each in shared[:MOST_SHARED]:
            writers = _(", ").join(escaped(names.get(student_id, student_id)) for student_id in each.student_ids)
            st.markdown(f"“{escaped(each.sentence)}”  \n:small[{writers}]")


def _forget_unless_offered(key: str, offered: Container[str]) -> None:
    """Forget an earlier choice that is not offered any more: withdrawn, or not for this student."""
    if st.session_state.get(key) not in offered:
        st.session_state.pop(key, None)


def _draw_state(who: Visitor, progress: Progress, state: StudentState, name: str, now: datetime) -> None:
    assignment = progress.assignment
    with st.container(border=True):
        state_and_day = state_text(state, kind=assignment.kind, now=now)
        day = f" · {day_name(state.at)}" if state.at else ""
        st.markdown(
            f"**{escaped(name)}** · {ICONS[assignment.kind]} {escaped(assignment.title)}  \n{state_and_day}{day}"
        )
        if state.sources:
            draw_evidence(who, state.student_id, state.sources, name=assignment.assignment_id)
        elif state.readings:
            for reading_id in state.readings:
                _draw_reading(who, reading_id, state.student_id)
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
        if state.at is None:
            _draw_more_time(who, assignment, state, now)


def _draw_reading(who: Visitor, reading_id: str, student_id: str) -> None:
    """One reading: the text and its total score."""
    try:
        view = who.core.speech.report(reading_id, who.caller, student_id=student_id)
    except NotFound:
        return
    total = _("{score} points").format(score=total_text(view.report))
    st.markdown(f"{escaped(view.report.text)}  \n:small[{total} · {day_name(datetime.fromisoformat(view.read_at))}]")


def _draw_more_time(who: Visitor, assignment: AssignmentView, state: StudentState, now: datetime) -> None:
    """Until when this student has time, and the fields that change it."""
    extended = state.student_id in assignment.extensions
    if extended:
        st.markdown(f":material/more_time: {_('More time')}: {due_text(state.due_at, now)}")
    key = f"more_time_{assignment.assignment_id}_{state.student_id}"
    with st.expander(_("Give more time"), icon=":material/more_time:", key=key, type="compact"):
        day_column, time_column = st.columns(2, vertical_alignment="bottom")
        first_day = max(day_in_shanghai(now), day_in_shanghai(assignment.due_at))
        day = day_column.date_input(
            _("Due date"),
            value=max(day_in_shanghai(state.due_at), first_day) + timedelta(days=USUAL_MORE_DAYS),
            min_value=first_day,
            format="YYYY-MM-DD",
            key=f"{key}_day",
        )
        minute = time_column.time_input(
            _("Due time (UTC+8)"), value=END_OF_DAY, step=timedelta(minutes=1), key=f"{key}_time"
        )
        with st.container(horizontal=True):
            if st.button(_("Give this time"), icon=":material/check:", key=f"{key}_give"):
                _extend(who, assignment, state, day, minute or END_OF_DAY)
            if extended and st.button(_("Take it back"), icon=":material/undo:", key=f"{key}_back"):
                _extend(who, assignment, state, None, END_OF_DAY)


def _extend(who: Visitor, assignment: AssignmentView, state: StudentState, day: date | None, minute: time) -> None:
    def extend() -> None:
        who.core.assignments.extend(
            assignment.assignment_id, [state.student_id], day, who.caller, minute=minute, by=who.account.account_id
        )
        st.toast(_("Taken back.") if day is None else _("This student has more time now."), icon=":material/check:")

    attempt(extend)
    st.rerun()
