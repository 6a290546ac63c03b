"""The placement: what its page opens with, and item by item: no verdicts on the way, and every answer is stored at once."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.answers.wire import PracticeCard
from core.errors import NotFound, WenluError
from core.portrait.wire import PlacementItem, PlacementState
from pages.parts.components import exercise_card
from pages.parts.gate import require_role
from pages.parts.hearing import ask_for_voice, has_voice
from pages.parts.i18n import _, language
from pages.parts.placement.result import draw_result
from pages.parts.placement.start import NEW, PLACEMENT_PARAMETER, draw_open, draw_start
from pages.parts.practice.card_data import card_data, card_words, exercise_texts
from pages.parts.practice.spoken_lines import Recording, no_recording
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

CARD = "placement_card"


@st.fragment
def placement_desk() -> None:
    """The start, an item or the result, as far as the placement in the address is; a rerun runs this fragment only."""
    who = require_role("student")
    state = _placement_in_address(who)
    if state is None:
        _draw_opening(who)
        return
    if error := st.session_state.pop("placement_error", None):
        st.error(escaped(error), icon=":material/error:")
    if state.next is None:
        draw_result(who, state)
    else:
        _draw_item(who, state, state.next)


def _draw_opening(who: Visitor) -> None:
    """Without a placement in the address: the one to go on with, the latest result, or the questionnaire before a new one."""
    overview = who.core.placement.overview(who.student_id, who.caller)
    if overview.open is not None:
        draw_open(overview.open)
        if overview.done is not None:
            draw_result(who, overview.done, again=False)
    elif overview.done is not None and st.query_params.get(PLACEMENT_PARAMETER) != NEW:
        draw_result(who, overview.done)
    else:
        draw_start(who, overview.questionnaire, again=overview.done is not None)
    ask_for_voice(who)


def _placement_in_address(who: Visitor) -> PlacementState | None:
    """The placement that the address names, as it is stored; None, with a warning, where there is none."""
    named = st.query_params.get(PLACEMENT_PARAMETER)
    if named is None or named == NEW:
        return None
    try:
        return who.core.placement.state(who.student_id, named, who.caller)
    except NotFound:
        st.warning(_("This placement does not exist (any more)."), icon=":material/search_off:")
        return None


def _draw_item(who: Visitor, state: PlacementState, shown: PlacementItem) -> None:
    data = placement_data(state, shown, recording=who.core.questions.recording)
    # Without pinyin: what is read with its help would place a reader too high.
    texts = exercise_texts(who.core, PracticeCard(position=0, item=shown.item), pinyin=False)
    exercise_card()(
        key=CARD,
        data={**data, "texts": texts},
        on_answer_change=lambda: _answer(who, state, shown),
        on_next_change=lambda: None,
        on_appeal_change=lambda: None,
    )
    st.caption(_("You can close this page and go on within a day: nothing is lost."))


def placement_data(
    state: PlacementState, shown: PlacementItem, *, recording: Recording = no_recording
) -> dict[str, Any]:
    """The item as the exercise card draws it; the dots show which items were answered, not whether rightly."""
    texts = card_words()
    answered = shown.number - 1
    return {
        "session": state.placement_id,
        "language": "zh-CN" if language() == "zh" else "en",
        "card": card_data(shown.item, language(), recording=recording),
        "mark": None,
        "place": {
            "position": answered,
            "total": shown.most,
            "states": ["given"] * answered + ["todo"] * (shown.most - answered),
            "last": False,
        },
        "ui": {
            **texts,
            "progress": _("Questions, twenty at most"),
            "states": {**texts["states"], "given": _("Answered")},
            "check": _("Answer"),
            "checking": _("Saving"),
            "dontKnow": _("I don't know this one"),
        },
    }


def _answer(who: Visitor, state: PlacementState, shown: PlacementItem) -> None:
    """Store the answer; an empty one means "I don't know"."""
    event = st.session_state[CARD]["answer"]
    if event["question_id"] != shown.item.id:
        return
    try:
        who.core.placement.answer(
            who.student_id, state.placement_id, shown.item.id, event["answer"] or None, who.caller, voice=has_voice()
        )
    except WenluError as error:
        st.session_state["placement_error"] = error.remedy(language())
