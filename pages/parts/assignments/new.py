"""The form of a new assignment: what, under which title, to whom, until when."""

from __future__ import annotations

import streamlit as st

from core.api.assignments import LONGEST_TITLE, AssignmentKind, AssignRequest
from pages.parts.assignments.addressing import class_names, draw_until, draw_whom
from pages.parts.assignments.last_action import attempt, remember
from pages.parts.assignments.words import ICONS, KINDS, kind_names
from pages.parts.assignments.work import WorkChoice, draw_work, forget_work
from pages.parts.dates import short_day
from pages.parts.i18n import _
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

KIND_KEY = "assignments_kind"
PREFIX = "assignments_"
TITLE_KEY, WHOM_KEY, STUDENTS_KEY = (f"{PREFIX}{name}" for name in ("title", "whom", "students"))


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
    student_ids = draw_whom(class_names(who), PREFIX)
    until = draw_until(who, PREFIX)
    if chosen.missing:
        st.caption(f":material/info: {escaped(chosen.missing)}")
    label = (
        _("Assign to everybody")
        if student_ids is None
        else _("Assign to {count} selected").format(count=len(student_ids))
    )
    # Not the main thing to press while there is nothing to give; pressed all the same, it says what is missing.
    ready = chosen.work is not None and student_ids != []
    if not st.button(label, type="primary" if ready else "secondary", icon=":material/send:", key="assignments_give"):
        return
    if chosen.work is None or student_ids == []:
        st.warning(escaped(chosen.missing) or _("Choose at least one student."), icon=":material/info:")
        return
    request = AssignRequest(
        title=title[:LONGEST_TITLE],
        due=until.due,
        due_time=until.due_time,
        late_days=until.late_days,
        work=chosen.work,
        student_ids=tuple(student_ids or ()),
    )
    _assign(who, request)


def _draw_title(chosen: WorkChoice) -> str:
    """The teacher's title; where the field is empty, the default title of the work."""
    default_title = chosen.title or _("Exercises")
    typed = st.text_input(
        _("Title"), placeholder=default_title, max_chars=LONGEST_TITLE, key=TITLE_KEY, persist_state="session"
    )
    return typed.strip() or default_title


def _assign(who: Visitor, request: AssignRequest) -> None:
    def assign() -> None:
        assignment = who.core.assignments.assign(request, who.caller, by=who.account.account_id)
        sentence = _("“{title}” is given, due on {day}.").format(
            title=assignment.title, day=f"{short_day(assignment.due)} {request.due_time:%H:%M}"
        )
        remember(sentence, "assigned", assignment.assignment_id)
        forget_work()
        for key in (TITLE_KEY, WHOM_KEY, STUDENTS_KEY):
            st.session_state.pop(key, None)

    attempt(assign)
    st.rerun()
