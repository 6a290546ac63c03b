"""The answers that a number or a sentence rests on, looked up by their sources `evaluation_id#position`."""

from __future__ import annotations

import json
from collections.abc import Sequence

import streamlit as st

from core.answers.wire import EvidenceView
from core.records.items import Item
from core.wire import Language
from pages.parts.dates import day_name
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

MOST_SHOWN = 20


def draw_evidence(who: Visitor, student_id: str, sources: Sequence[str], *, name: str = "") -> None:
    """An expander with one line for each answer: the day, the question, what was given, whether it was right.

    The answers are fetched when it is opened; `name` tells several expanders on one page apart.
    """
    if not sources:
        return
    opened = st.expander(
        _("The answers under this ({count})").format(count=len(sources)),
        icon=":material/fact_check:",
        key=f"evidence_{student_id}_{name}",
        type="compact",
        on_change="rerun",
    )
    if not opened.open:
        return
    with opened:
        for answer in who.core.answers.evidence(student_id, sources[-MOST_SHOWN:], who.caller):
            st.markdown(evidence_line(answer))
        st.space("xxsmall")
        if len(sources) > MOST_SHOWN:
            st.caption(_("The latest {count} are shown.").format(count=MOST_SHOWN))


def evidence_line(answer: EvidenceView) -> str:
    """Verdict and day, the question, the answer given and, where that was wrong, the right one."""
    icon = ":material/check:" if answer.is_correct or answer.upheld else ":material/close:"
    if answer.void:
        icon, verdict = ":material/remove:", _("your teacher took the question out; it does not count")
    elif answer.upheld and not answer.is_correct:
        verdict = _("marked wrong at first, your teacher agreed with you")
    elif answer.is_correct:
        verdict = _("right")
    else:
        verdict = _("{score} of 100 points").format(score=f"{answer.score:.3g}")
    given_answer = escaped(answer_text(answer.item, answer.given))
    day = day_name(answer.answered_at)
    answers = _("Given: {answer}").format(answer=given_answer)
    if not answer.is_correct:
        key = answer_text(answer.item, json.dumps(answer.item.key))
        answers = f"{answers} · " + _("Right answer: {answer}").format(answer=escaped(key))
    return f"{icon} {verdict} · :gray[{day}]  \n{escaped(question_line(answer.item, language()))}  \n:small[{answers}]"


def question_line(item: Item, interface_language: Language) -> str:
    """The question in one line; of an item with a text to read or hear, the instruction comes before the text."""
    instruction = item.question.get(interface_language).removesuffix(item.stem)
    text = f"{instruction} {item.stem}" if item.topic in ("reading", "listening") else item.stem or instruction
    return " ".join(text.replace("____", "＿＿").split())


def answer_text(item: Item, given_json: str) -> str:
    """An answer as people read it, with the texts of options instead of their labels. `given_json`: the answer as JSON text."""
    value = json.loads(given_json)
    text = ",".join(value) if isinstance(value, list) else str(value)
    options = {option.id: option.text for option in item.options}
    if not text:
        return _("(nothing)")
    if item.answer_kind == "choice":
        return options.get(text, text)
    if item.answer_kind == "order":
        return " ".join(options.get(label, label) for label in text.split(","))
    if item.answer_kind == "pairs":
        left_texts = {option.id: option.text for option in item.left}
        pairs = [pair.partition("-") for pair in text.split(",")]
        return "; ".join(f"{left_texts.get(left, left)} = {options.get(right, right)}" for left, _dash, right in pairs)
    return text
