"""The practice desk: choose, answer card by card, see the result. The address holds the session and the card."""

from __future__ import annotations

import streamlit as st

from core.answers.wire import AnswerItem, AppealRequest, PracticeCard, PracticeView
from core.errors import NotFound, WenluError
from pages.parts.components import exercise_card
from pages.parts.gate import require_role
from pages.parts.hearing import has_voice
from pages.parts.i18n import _, language
from pages.parts.practice.card_data import own_exercise_data
from pages.parts.practice.start import draw_start
from pages.parts.practice.summary import draw_summary
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

KEY = "exercise"
LONGEST_SECONDS = 86_400
NO_TWIN = "practice_no_twin"
"""The session and the card of which there was no near twin."""


@st.fragment
def practice_desk() -> None:
    """The start, a card or the summary, as far as the session in the address is; a rerun runs this fragment only."""
    who = require_role("student")
    session_id = st.query_params.get("session")
    if session_id is None:
        draw_start(who)
        return
    try:
        view = who.core.practice.view(who.student_id, session_id, who.caller)
    except NotFound:
        st.warning(_("This round does not exist (any more). Start a new one."), icon=":material/search_off:")
        draw_start(who)
        return
    card = _card_to_show(view)
    if card is None:
        draw_summary(who, view)
    else:
        _draw_card(who, view, card)


def _card_to_show(view: PracticeView) -> PracticeCard | None:
    """The card named in the address, so that a refresh comes back to it; otherwise the first unanswered; None for the summary."""
    named = st.query_params.get("card", "")
    for position, card in enumerate(view.cards):
        if str(position) == named:
            return card
    return None if view.next_position is None else view.cards[view.next_position]


def _draw_card(who: Visitor, view: PracticeView, card: PracticeCard) -> None:
    st.query_params["card"] = str(card.position)
    if error := st.session_state.pop("practice_error", None):
        st.error(escaped(error), icon=":material/error:")
    if view.missing and card.position == 0 and card.detail is None:
        st.caption(
            _(
                "Cards in this round: {given}. There are no others for this choice that you have not seen in the last 14 days."
            ).format(given=len(view.cards))
        )
    exercise_card()(
        key=KEY,
        data=own_exercise_data(
            who.core,
            view,
            card,
            language(),
            twins=True,
            no_twin=st.session_state.get(NO_TWIN) == (view.session_id, card.position),
        ),
        on_answer_change=lambda: keep_answer(who, view),
        on_next_change=lambda: _show_next_card(view, card),
        on_appeal_change=lambda: keep_appeal(who, card),
        on_twin_change=lambda: _show_twin(who, view, card),
    )


def keep_answer(who: Visitor, view: PracticeView, *, key: str = KEY) -> None:
    """Store the answer at once; `key` is that of the card in which it was given."""
    event = st.session_state[key]["answer"]
    seconds = max(0, min(LONGEST_SECONDS, int(event["seconds"])))
    try:
        given = AnswerItem(question_id=event["question_id"], answer=event["answer"], time_spent=seconds)
        who.core.practice.answer(who.student_id, view.session_id, given, who.caller)
    except WenluError as error:
        st.session_state["practice_error"] = _("The answer was not kept: {reason}").format(
            reason=error.remedy(language())
        )


def _show_twin(who: Visitor, view: PracticeView, card: PracticeCard) -> None:
    """Go to a near twin of the card, or say that there is none."""
    try:
        position = who.core.practice.twin(who.student_id, view.session_id, card.position, who.caller, voice=has_voice())
    except WenluError as error:
        st.session_state["practice_error"] = error.remedy(language())
        return
    if position is None:
        st.session_state[NO_TWIN] = (view.session_id, card.position)
    else:
        st.query_params["card"] = str(position)


def _show_next_card(view: PracticeView, card: PracticeCard) -> None:
    """Go to the next unanswered card after this one, after a near twin to that after the card that it is like, otherwise to one before it, otherwise to the summary."""
    unanswered = [
        other_card.position
        for other_card in view.cards
        if other_card.detail is None and other_card.position != card.position
    ]
    of = card.position if card.twin_of is None else card.twin_of
    after = [position for position in unanswered if position > of]
    st.query_params["card"] = str((after or unanswered)[0]) if unanswered else "end"


def keep_appeal(who: Visitor, card: PracticeCard, *, key: str = KEY) -> None:
    """Send the student's objection to the teacher; `key` is that of the card in which it was written."""
    comment = str(st.session_state[key]["appeal"]["comment"])[:500]
    request = AppealRequest(
        student_id=who.student_id,
        evaluation_id=card.evaluation_id or "",
        question_id=card.item.id,
        comment=comment,
    )
    try:
        who.core.answers.appeal(request, who.caller)
    except WenluError as error:
        st.session_state["practice_error"] = error.remedy(language())
