"""The desk at which a lesson plays. The address holds the lesson and the slide, so that a refresh loses nothing."""

from __future__ import annotations

import streamlit as st

from core.answers.wire import StartPractice
from core.errors import WenluError
from core.tables.resources import Resource
from pages.parts.addresses import page_named
from pages.parts.components import lesson_player
from pages.parts.gate import require_role
from pages.parts.i18n import _, language
from pages.parts.lessons.data import lesson_data
from pages.parts.lessons.words import kind_names, said_short
from pages.parts.practice.begin import begin_round
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

KEY = "lesson"
DONE = "lessons_done"
"""In the session: what was finished here, for the word at the end."""
CARDS = 5
LONGEST_SECONDS = 7_200
PLAN = "plan"
"""The page with the plan of the day."""


@st.fragment
def lesson_desk() -> None:
    """The lesson in the address; reruns touch this fragment only."""
    who = require_role("student", "teacher")
    resource = who.core.plan.resources.by_id.get(st.query_params.get("resource", ""))
    if resource is None:
        st.warning(_("There is no such lesson (any more). Choose another one."), icon=":material/search_off:")
        st.page_link(page_named("lessons"), label=_("To the lessons"), icon=":material/auto_stories:")
        return
    draw_head(resource)
    if error := st.session_state.pop("lesson_error", None):
        st.error(escaped(error), icon=":material/error:")
    data = lesson_data(
        resource,
        who.core.plan.resources.slides_of(resource.resource_id),
        who.core.reader.syllables,
        language(),
        at=slide_asked(),
    )
    student = who.account.role == "student"
    state = {
        "preview": not student,
        "practisable": student and bool(resource.points),
        "done": resource.resource_id in st.session_state.get(DONE, ()),
    }
    lesson_player()(
        key=f"{KEY}_{resource.resource_id}",
        data={**data, **state},
        on_slide_change=lambda: _remember_slide(resource),
        on_done_change=lambda: _finish(who, resource),
        on_practise_change=lambda: None,
        on_leave_change=lambda: None,
    )
    _go_where_asked(who, resource)


def draw_head(resource: Resource) -> None:
    """Title, what it is, how long it takes."""
    st.title(escaped(resource.title.zh), anchor=False)
    english = [escaped(resource.title.en)] if language() == "en" else []
    st.caption(" · ".join((*english, kind_names()[resource.kind], said_short(resource))))


def slide_asked() -> int:
    """The slide named in the address, from 0."""
    named = st.query_params.get("slide", "")
    return int(named) if named.isascii() and named.isdigit() else 0


def _remember_slide(resource: Resource) -> None:
    slide = _said(resource, "slide")
    if slide is not None:
        st.query_params["slide"] = str(slide)


def _said(resource: Resource, name: str) -> object:
    """None where the page was left before the player's word came in, on a busy machine: its state is gone then."""
    return (st.session_state.get(f"{KEY}_{resource.resource_id}") or {}).get(name)


def _finish(who: Visitor, resource: Resource) -> None:
    """Note it as done; a second time changes nothing."""
    said = _said(resource, "done")
    seconds = int(said["seconds"]) if isinstance(said, dict) else resource.seconds
    seconds = max(0, min(LONGEST_SECONDS, seconds))
    try:
        who.core.plan.finish(who.student_id, resource.resource_id, seconds, who.caller)
    except WenluError as error:
        st.session_state["lesson_error"] = _("It was not noted: {reason}").format(reason=error.remedy(language()))
        return
    st.session_state[DONE] = {*st.session_state.get(DONE, ()), resource.resource_id}


def _go_where_asked(who: Visitor, resource: Resource) -> None:
    """On to practice or back; a page can be left only from the run itself, not from its callbacks."""
    said = st.session_state.get(f"{KEY}_{resource.resource_id}") or {}
    if said.get("practise"):
        _practise(who, resource)
    elif said.get("leave"):
        st.switch_page(page_named(PLAN if who.account.role == "student" else "lessons"))


def _practise(who: Visitor, resource: Resource) -> None:
    request = StartPractice(student_id=who.student_id, points=list(resource.points), topics=["grammar"], count=CARDS)
    nothing = _("You have done all exercises on these points within 14 days. Come back later.")
    begin_round(who, [request], nothing_left=nothing)
