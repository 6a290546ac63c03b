"""Where a round of practice begins: what to practise, how, how much."""

from __future__ import annotations

from typing import cast

import streamlit as st

from core.answers.wire import StartPractice
from core.errors import WenluError
from core.wire import QUESTION_TYPES, TOPICS, QuestionType, Topic
from pages.parts.hearing import ask_for_voice, draw_sound_line, has_voice, sound_line
from pages.parts.i18n import _, language
from pages.parts.map.words import level_short
from pages.parts.names import topic_names, type_names
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

COUNTS = (5, 10, 20)
DEFAULT_COUNT = 10
LEVELS = tuple(range(1, 8))
LEVEL_OF_STUDENT = 0
"""Stands for the level that suits the student, where a level is expected."""


def draw_start(who: Visitor) -> None:
    """The choice, and an open round to go on with."""
    st.title(_("Practice"))
    st.markdown(_("Choose what to practise, or just start: without a choice the round mixes everything."))
    open_session = who.core.answers.today(who.student_id, who.caller).open_session
    if open_session is not None:
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            done = sum(card.detail is not None for card in open_session.cards)
            st.markdown(
                _("You have an open round: {done} of {count} answered.").format(
                    done=done, count=len(open_session.cards)
                )
            )
            st.button(
                _("Go on with it"), on_click=open_round, args=(open_session.session_id,), icon=":material/resume:"
            )
    st.pills(_("Skills"), TOPICS, selection_mode="multi", format_func=topic_names().__getitem__, key="practice_topics")
    st.pills(
        _("Ways to answer"),
        QUESTION_TYPES,
        selection_mode="multi",
        format_func=type_names().__getitem__,
        key="practice_types",
    )
    st.segmented_control(
        _("Level"),
        [LEVEL_OF_STUDENT, *LEVELS],
        default=LEVEL_OF_STUDENT,
        format_func=_level_label,
        key="practice_level",
    )
    st.segmented_control(_("Cards"), COUNTS, default=DEFAULT_COUNT, key="practice_count")
    error = st.session_state.pop("practice_error", None)
    if error is not None:
        st.warning(escaped(error), icon=":material/info:")
    st.button(
        _("Start"),
        type="primary",
        on_click=_start_chosen,
        args=(who,),
        key="practice_start",
    )
    st.caption(
        _(
            'Levels are those of GF 0025-2021. "My level" draws what you would get right about three times in four. No card comes back within 14 days, except to redo it.'
        )
    )
    if error is None or error != sound_line(who):
        draw_sound_line(who)
    ask_for_voice(who)


def _start_chosen(who: Visitor) -> None:
    """Start what is chosen at this moment: whoever clicks quickly starts before the page has been drawn with the last choice."""
    chosen = st.session_state
    start_round(
        who,
        chosen["practice_topics"] or [],
        chosen["practice_types"] or [],
        chosen["practice_level"] or None,
        chosen["practice_count"] or DEFAULT_COUNT,
    )


def _level_label(level: int) -> str:
    return level_short(level) if level else _("My level")


def start_round(who: Visitor, topics: list[Topic], types: list[QuestionType], level: int | None, count: int) -> None:
    """Start a round and put it into the address; where nothing fits, keep a message that says so."""
    request = StartPractice(student_id=who.student_id, topics=topics, types=types, level=level, count=count)
    try:
        view = who.core.practice.start(request, who.caller, voice=has_voice())
    except WenluError as error:
        st.session_state["practice_error"] = error.remedy(language())
        return
    if view.cards:
        open_round(view.session_id)
    elif topics == ["listening"] and (line := sound_line(who)):
        st.session_state["practice_error"] = line
    else:
        st.session_state["practice_error"] = _(
            "You have seen everything that fits this choice in the last 14 days. Choose another level, skill or way to answer."
        )


def redo(who: Visitor, item_ids: list[str]) -> None:
    """Start a round over items that went wrong."""
    open_round(who.core.practice.review(who.student_id, item_ids, who.caller).session_id)


def open_round(session_id: str) -> None:
    """The address now shows this round, from its first unanswered card."""
    st.query_params.from_dict(cast(dict[str, str], {"session": session_id}))
