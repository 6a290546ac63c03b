"""Exercises that were handed in, as they were handed in: the result, and each question with the answer that was given."""

from __future__ import annotations

import json

import streamlit as st

from core.answers.wire import EvidenceView
from core.api.assignments import StudentState
from core.errors import WenluError
from pages.parts.addresses import page_named
from pages.parts.assignments.words import state_names
from pages.parts.brand import KAI
from pages.parts.dates import moment_name
from pages.parts.evidence import answer_text, question_line
from pages.parts.i18n import _, explanation_language, language, ngettext
from pages.parts.shown_text import escaped, escaped_html
from pages.parts.visitor import Visitor


def draw_round(who: Visitor, assignment_id: str, student_id: str, state: StudentState) -> None:
    """The result and the answers in the order of the exercises; nothing can be changed any more."""
    try:
        answers = who.core.answers.evidence(student_id, state.sources, who.caller)
    except WenluError as error:
        st.error(escaped(error.remedy(language())), icon=":material/error:")
        return
    right = sum(counts_as_right(answer) for answer in answers)
    st.subheader(_("{right} of {count} right").format(right=right, count=state.parts))
    if state.at is not None:
        st.caption(f"{state_names()[state.state]} · {moment_name(state.at)}")
    for number, answer in enumerate(answers, 1):
        with st.container(border=True, key=f"round_{assignment_id}_{student_id}_{number}"):
            _draw_answer(answer, number)
    wrong = [answer.item.id for answer in answers if not counts_as_right(answer)]
    if wrong and who.account.role == "student":
        label = ngettext("Redo the wrong one", "Redo the {count} wrong ones", len(wrong))
        if st.button(label, icon=":material/replay:", key=f"round_redo_{assignment_id}"):
            session_id = who.core.practice.review(who.student_id, wrong, who.caller).session_id
            st.switch_page(page_named("practice"), query_params={"session": session_id})


def counts_as_right(answer: EvidenceView) -> bool:
    """Whether the answer counts as right in the assignment: that to an exercise which a teacher took out does, and is not asked again."""
    return answer.is_correct or answer.upheld or answer.void


def _draw_answer(answer: EvidenceView, number: int) -> None:
    is_right = counts_as_right(answer)
    verdict = _("right") if is_right else _("wrong")
    icon = "check_circle" if is_right else "cancel"
    color = "green" if is_right else "red"
    st.html(
        f'<div lang="zh-CN" style="font-family:{KAI};font-size:20px;line-height:1.45">{number}. '
        f"{escaped_html(question_line(answer.item, language()))}</div>"
    )
    given = escaped(answer_text(answer.item, answer.given))
    lines = [f":{color}[:material/{icon}:] {verdict} · " + _("Given: {answer}").format(answer=given)]
    if not is_right:
        key = escaped(answer_text(answer.item, json.dumps(answer.item.key)))
        lines.append(_("Right answer: {answer}").format(answer=key))
        lines.append(f":gray[{escaped(answer.item.explanation.get(explanation_language()))}]")
    if answer.void:
        lines.append(_("the question was taken out: it counts as right here and for nothing else"))
    if answer.upheld and not answer.is_correct:
        lines.append(_("marked wrong at first, your teacher agreed with you"))
    st.markdown("  \n".join(lines))
