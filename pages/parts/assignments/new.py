"""The form of a new assignment: what, under which title, to whom, until when."""

from __future__ import annotations

from datetime import date, timedelta

import streamlit as st

from core.api.assignments import LONGEST_TITLE, AssignmentKind, AssignRequest
from pages.parts.assignments.last_action import attempt, remember
from pages.parts.assignments.words import ICONS, KINDS, kind_names
from pages.parts.assignments.work import WorkChoice, draw_work, forget_work
from pages.parts.dates import day_in_shanghai, short_day
from pages.parts.i18n import _
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

KIND_KEY = "assignments_kind"
USUAL_DAYS = 7
EVERYBODY, SOME = "everybody", "some"
TITLE_KEY, WHOM_KEY, STUDENTS_KEY, DUE_KEY = (f"assignments_{name}" for name in ("title", "whom", "students", "due"))


def draw_new_assignment(who: Visitor) -> None:
    """The fields in reading order: what, the title, to whom, until when; then the button that assigns."""
    st.markdown(_("Choose what your students should do. It stands in their plan until it is done."))
    kind: AssignmentKind = (
        st.segmented_control(
            _("What"),
            KINDS,
            default="items",
            format_func=lambda key: f"{ICONS[key]} {kind_names()[key]}",
            required=True,
            key=KIND_KEY,
            persist_state="session",
        )
        or "items"
    )
    chosen = draw_work(who, kind)
    st.subheader(_("For whom and by when"))
    title = _draw_title(chosen)
    student_ids = _draw_students(who)
    due = _draw_due(who)
    if chosen.missing:
        st.caption(f":material/info: {escaped(chosen.missing)}")
    label = (
        _("Assign to everybody")
        if student_ids is None
        else _("Assign to {count} selected").format(count=len(student_ids))
    )
    if not st.button(label, type="primary", icon=":material/send:", key="assignments_give"):
        return
    if chosen.work is None or student_ids == []:
        st.warning(escaped(chosen.missing) or _("Choose at least one student."), icon=":material/info:")
        return
    request = AssignRequest(
        title=title[:LONGEST_TITLE], due=due, work=chosen.work, student_ids=tuple(student_ids or ())
    )  # fmt: skip
    _assign(who, request)


def _draw_title(chosen: WorkChoice) -> str:
    """The teacher's title; where the field is empty, the default title of the work."""
    default_title = chosen.title or _("Exercises")
    typed = st.text_input(
        _("Title"), placeholder=default_title, max_chars=LONGEST_TITLE, key=TITLE_KEY, persist_state="session"
    )
    return typed.strip() or default_title


def _draw_students(who: Visitor) -> list[str] | None:
    """Ids of the students to whom it is given; None for everybody."""
    names = {line.student_id: line.name for line in who.core.answers.class_lines(who.caller)}
    labels = {EVERYBODY: _("Everybody ({count})").format(count=len(names)), SOME: _("Some students")}
    whom = st.segmented_control(
        _("For whom"),
        list(labels),
        default=EVERYBODY,
        format_func=labels.__getitem__,
        required=True,
        key=WHOM_KEY,
        persist_state="session",
    )
    if whom != SOME:
        return None
    return st.multiselect(
        _("Students"),
        sorted(names, key=names.__getitem__),
        format_func=names.__getitem__,
        placeholder=_("Choose students"),
        key=STUDENTS_KEY,
        persist_state="session",
    )


def _draw_due(who: Visitor) -> date:
    today = day_in_shanghai(who.core.clock.now())
    return st.date_input(
        _("Due date"),
        value=today + timedelta(days=USUAL_DAYS),
        min_value=today,
        max_value=today + timedelta(days=366),
        format="YYYY-MM-DD",
        key=DUE_KEY,
        help=_("Until midnight of this day in UTC+8. Afterwards it stays open for a week, marked late."),
    )


def _assign(who: Visitor, request: AssignRequest) -> None:
    def assign() -> None:
        assignment = who.core.assignments.assign(request, who.caller, by=who.account.account_id)
        sentence = _("“{title}” is given, due on {day}.").format(
            title=escaped(assignment.title), day=short_day(assignment.due)
        )
        remember(sentence, "assigned", assignment.assignment_id)
        forget_work()
        for key in (TITLE_KEY, WHOM_KEY, STUDENTS_KEY):
            st.session_state.pop(key, None)

    attempt(assign)
    st.rerun()
