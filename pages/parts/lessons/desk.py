"""The desk at which a lesson is played. The address holds the lesson and the slide, so that a refresh loses nothing."""

from __future__ import annotations

import streamlit as st

from core.answers.wire import StartPractice
from core.errors import WenluError
from core.tables.resources import Resource
from pages.parts.addresses import page_named
from pages.parts.assignments.gift import draw_give_button, may_give
from pages.parts.components import lesson_player
from pages.parts.gate import require_role
from pages.parts.i18n import _, explanation_language, language
from pages.parts.lessons.data import lesson_data, lesson_texts
from pages.parts.lessons.list import lesson_gift
from pages.parts.lessons.words import facts_text, kind_names
from pages.parts.practice.begin import begin_round
from pages.parts.road.back import open_unit, unit_to_return_to
from pages.parts.ruby import learning_texts
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

KEY = "lesson"
DONE = "lessons_done"
"""Session state: ids of the lessons finished in this session; the last slide says so."""
ROUND_CARDS = 5
LONGEST_SECONDS = 7_200
PLAN_PAGE = "plan"
"""The page with the plan of the day."""


@st.fragment
def lesson_desk() -> None:
    """The lesson in the address; reruns touch this fragment only."""
    who = require_role("student", "teacher")
    resource = who.core.plan.lesson(st.query_params.get("resource", ""), who.caller, drafts=may_give(who))
    if resource is None:
        st.warning(_("There is no such lesson (any more). Choose another one."), icon=":material/search_off:")
        st.page_link(page_named("lessons"), label=_("To the lessons"), icon=":material/auto_stories:")
        return
    draw_head(resource)
    if may_give(who):
        draw_give_button(lesson_gift(resource), "lesson_give", label=_("Give to students"), in_fragment=True)
    if error := st.session_state.pop("lesson_error", None):
        st.error(escaped(error), icon=":material/error:")
    slides = who.core.plan.slides(resource.resource_id, who.caller)
    data = {
        **lesson_data(
            resource,
            slides,
            explanation_language(),
            first_slide=slide_in_address(),
            recording=who.core.questions.recording,
            texts=learning_texts(who.core, lesson_texts(slides)),
        ),
        "language": "zh-CN" if language() == "zh" else "en",
    }
    is_student = who.account.role == "student"
    if is_student and unit_to_return_to():
        data["ui"]["toPlan"] = _("Back to the unit")
    state = {
        "preview": not is_student,
        "practisable": is_student and bool(resource.points),
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
    _follow_player(who, resource)


def draw_head(resource: Resource) -> None:
    """The title, the kind of lesson, how long it takes."""
    st.title(escaped(resource.title.zh), anchor=False)
    english = [escaped(resource.title.en)] if language() == "en" else []
    st.caption(" · ".join((*english, kind_names()[resource.kind], facts_text(resource))))


def slide_in_address() -> int:
    """The slide named in the address, from 0."""
    named = st.query_params.get("slide", "")
    return int(named) if named.isascii() and named.isdigit() else 0


def _remember_slide(resource: Resource) -> None:
    slide = _player_value(resource, "slide")
    if slide is not None:
        st.query_params["slide"] = str(slide)


def _player_value(resource: Resource, name: str) -> object:
    """A value that the player sent; None where its state is gone, as when the page was left before the value arrived."""
    return (st.session_state.get(f"{KEY}_{resource.resource_id}") or {}).get(name)


def _finish(who: Visitor, resource: Resource) -> None:
    """Record the lesson as done; a second time changes nothing."""
    done = _player_value(resource, "done")
    seconds = int(done["seconds"]) if isinstance(done, dict) else resource.seconds
    seconds = max(0, min(LONGEST_SECONDS, seconds))
    try:
        who.core.plan.finish(who.student_id, resource.resource_id, seconds, who.caller)
    except WenluError as error:
        st.session_state["lesson_error"] = _("It was not noted: {reason}").format(reason=error.remedy(language()))
        return
    st.session_state[DONE] = {*st.session_state.get(DONE, ()), resource.resource_id}


def _follow_player(who: Visitor, resource: Resource) -> None:
    """Go on to practice or back, as the player asks; a page can be left only from the run itself, not from its callbacks."""
    values = st.session_state.get(f"{KEY}_{resource.resource_id}") or {}
    if values.get("practise"):
        _practise(who, resource)
    elif values.get("leave"):
        if (unit_id := unit_to_return_to()) is not None:
            open_unit(unit_id)
        st.switch_page(page_named(PLAN_PAGE if who.account.role == "student" else "lessons"))


def _practise(who: Visitor, resource: Resource) -> None:
    request = StartPractice(
        student_id=who.student_id, points=list(resource.points), topics=["grammar"], count=ROUND_CARDS
    )
    nothing_left = _("You have done all exercises on these points in the last 14 days. Come back later.")
    begin_round(who, [request], nothing_left=nothing_left)
