"""The answers under a number or a sentence, opened from their sources `evaluation_id#position`."""

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
    """An expander with one line an answer: when, what was asked, what was given, right or not.

    The answers are fetched when it is opened; `name` tells several of them on one page apart.
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
            st.markdown(_line(answer))
        st.space("xxsmall")
        if len(sources) > MOST_SHOWN:
            st.caption(_("The latest {count} are shown.").format(count=MOST_SHOWN))


def _line(answer: EvidenceView) -> str:
    """Verdict and day, the question, what was given and, where that was wrong, the key."""
    mark = ":material/check:" if answer.is_correct or answer.upheld else ":material/close:"
    if answer.upheld:
        state = _("marked wrong at first, your teacher agreed with you")
    elif answer.is_correct:
        state = _("right")
    else:
        state = _("{score} of 100 points").format(score=f"{answer.score:.3g}")
    given = escaped(given_text(answer.item, answer.given))
    day = day_name(answer.answered_at)
    said = _("Given: {answer}").format(answer=given)
    if not answer.is_correct:
        key = given_text(answer.item, json.dumps(answer.item.key))
        said = f"{said} · " + _("Right: {answer}").format(answer=escaped(key))
    return f"{mark} {state} · :gray[{day}]  \n{escaped(asked(answer.item, language()))}  \n:small[{said}]"


def asked(item: Item, chosen: Language) -> str:
    """The question in one line; with a text to read or hear, what was asked about it comes first."""
    asked_for = item.question.get(chosen).removesuffix(item.stem)
    text = f"{asked_for} {item.stem}" if item.topic in ("reading", "listening") else item.stem or asked_for
    return " ".join(text.replace("____", "＿＿").split())


def given_text(item: Item, given: str) -> str:
    """An answer as people read it: option texts instead of labels."""
    value = json.loads(given)
    text = ",".join(value) if isinstance(value, list) else str(value)
    options = {option.id: option.text for option in item.options}
    if not text:
        return _("(nothing)")
    if item.answer_kind == "choice":
        return options.get(text, text)
    if item.answer_kind == "order":
        return " ".join(options.get(label, label) for label in text.split(","))
    if item.answer_kind == "pairs":
        left = {each.id: each.text for each in item.left}
        pairs = [pair.partition("-") for pair in text.split(",")]
        return "; ".join(f"{left.get(one, one)} = {options.get(other, other)}" for one, _dash, other in pairs)
    return text
