"""Where an entry of the plan leads: a round, the reading-aloud page, the writing desk, a lesson, an assigned text."""

from __future__ import annotations

from datetime import date

import streamlit as st

from core.errors import WenluError
from core.plan.wire import PlannedQuestion, Recommendation
from pages.parts.addresses import page_named
from pages.parts.i18n import language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

FROM = "from"
"""In the address of a round: the page that it was begun on, to lead back there."""


def begin(who: Visitor, day: date, line: Recommendation, *, back: str) -> None:
    """Open the page on which the entry is done. `back`: the page that it was begun on."""
    if not line.questions:
        st.switch_page(page_named("lesson"), query_params={"resource": line.resource_id})
    first = _left(line)[0]
    if first.kind == "item":
        _begin_round(who, day, line, back)
    elif first.kind == "say":
        said = ",".join(question.question_id for question in _left(line) if question.kind == "say")
        st.switch_page(page_named("read_aloud"), query_params={"resource": line.resource_id, "tasks": said})
    else:
        page = "writing" if first.kind == "essay" else "assignments"
        st.switch_page(page_named(page), query_params={"resource": line.resource_id})


def _left(line: Recommendation) -> list[PlannedQuestion]:
    """What is not done yet, questions of the bank before sentences to say; of a done entry all of it, to do again."""
    left = [question for question in line.questions if not question.done] or line.questions
    return sorted(left, key=lambda question: question.kind == "say")


def _begin_round(who: Visitor, day: date, line: Recommendation, back: str) -> None:
    try:
        view = who.core.plan.start(who.student_id, line.resource_id, day, who.caller)
    except WenluError as error:
        st.error(escaped(error.remedy(language())), icon=":material/error:")
        return
    st.switch_page(page_named("practice"), query_params={"session": view.session_id, FROM: back})
