"""An item exactly as the student sees it: the card of the practice page, before or after the answer."""

from __future__ import annotations

import json
from typing import Any

import streamlit as st

from core.answers.wire import Detail, PracticeCard, PracticeView
from core.records.items import Item
from pages.parts.components import exercise_card
from pages.parts.i18n import _, language
from pages.parts.practice.card_data import own_exercise_data
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor


def draw_preview(who: Visitor, item: Item, name: str) -> None:
    """The card with a switch for the key; `name` tells several of them apart."""
    shown = st.toggle(_("Show the right answer"), key=f"{name}_key", persist_state="session")
    exercise_card()(key=f"{name}_card", data=preview_data(who, item, with_key=shown))
    notes = [option for option in item.options if option.note] if shown else []
    if notes:
        lines = [f"- {escaped(option.text)}: {escaped(option.note.get(language()))}" for option in notes if option.note]
        st.markdown(f"{_('Why the others are wrong')}\n\n" + "\n".join(lines))


def preview_data(who: Visitor, item: Item, *, with_key: bool) -> dict[str, Any]:
    """What the card draws: the question alone, or as it stands after the right answer."""
    card = PracticeCard(position=0, item=item)
    if with_key:
        card = card.model_copy(update={"detail": right_detail(item), "answered": True, "given": json.dumps(item.key)})
    view = PracticeView(session_id=item.id, student_id="", cards=[card], next_position=0, finished=False, seconds=0)
    data = own_exercise_data(who.core, view, card, language())
    # Nobody answered: what would be called the student's own answer is the right one.
    return {**data, "ui": {**data["ui"], "yoursRight": _("Right answer")}, "preview": True}


def right_detail(item: Item) -> Detail:
    """The mark of somebody who gave the key."""
    return Detail(
        question_id=item.id,
        is_correct=True,
        score=100,
        feedback="",
        time_spent=0,
        correct_answer=item.key,
        explanation=item.explanation.get(language()),
    )
