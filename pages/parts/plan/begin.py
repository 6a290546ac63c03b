"""Opening the page of a plan's entry: a round of practice, reading aloud, the writing desk, a lesson, an assigned text."""

from __future__ import annotations

from datetime import date

import streamlit as st

from core.errors import WenluError
from core.plan.wire import PlannedQuestion, Recommendation
from pages.parts.addresses import page_named
from pages.parts.i18n import language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

FROM_PARAMETER = "from"
"""Query parameter of a round: the page that it was begun on, to lead back there."""


def begin_entry(who: Visitor, day: date, entry: Recommendation, *, from_page: str) -> None:
    """Open the page on which the entry is done. `from_page`: the page that it is begun on."""
    if not entry.questions:
        st.switch_page(page_named("lesson"), query_params={"resource": entry.resource_id})
    first_question = _remaining_questions(entry)[0]
    if first_question.kind == "item":
        _begin_round(who, day, entry, from_page)
    elif first_question.kind == "say":
        sentence_ids = ",".join(
            question.question_id for question in _remaining_questions(entry) if question.kind == "say"
        )
        st.switch_page(page_named("read_aloud"), query_params={"resource": entry.resource_id, "tasks": sentence_ids})
    else:
        page = "writing" if first_question.kind == "essay" else "assignments"
        st.switch_page(page_named(page), query_params={"resource": entry.resource_id})


def _remaining_questions(entry: Recommendation) -> list[PlannedQuestion]:
    """The questions not done yet, those of the bank before sentences to say; of a finished entry all of them, to do again."""
    remaining = [question for question in entry.questions if not question.done] or entry.questions
    return sorted(remaining, key=lambda question: question.kind == "say")


def _begin_round(who: Visitor, day: date, entry: Recommendation, from_page: str) -> None:
    try:
        view = who.core.plan.start(who.student_id, entry.resource_id, day, who.caller)
    except WenluError as error:
        st.error(escaped(error.remedy(language())), icon=":material/error:")
        return
    st.switch_page(page_named("practice"), query_params={"session": view.session_id, FROM_PARAMETER: from_page})
