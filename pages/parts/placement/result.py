"""The result of a placement: the level with its 80 % band in words, each skill with its n, and buttons to go on."""

from __future__ import annotations

import streamlit as st

from core.portrait.wire import PlacementState
from pages.parts.addresses import page_named
from pages.parts.figures import number
from pages.parts.i18n import _, ngettext
from pages.parts.names import topic_names
from pages.parts.report.figures import QUIET_METRIC

LEVELS = 9


def draw_result(state: PlacementState) -> None:
    """The level, as far as the answers tell it, and what they do not tell."""
    st.title(_("Your level"))
    answers = ngettext("{count} answer", "{count} answers", state.answered)
    if state.level is None or state.band is None:
        st.markdown(
            _("There are too few answers to tell a level ({answers}). Practise a few rounds, then try again.").format(
                answers=answers
            )
        )
    else:
        _draw_level(state.level, state.band, answers)
        _draw_skills(state)
        st.markdown(_("Your first portrait is made from this. What you practise from now on updates it."))
    with st.container(horizontal=True):
        if st.button(_("See the portrait"), type="primary", icon=":material/radar:", key="to_portrait"):
            st.switch_page(page_named("portrait"))
        if st.button(_("Practise now"), key="to_practice"):
            st.switch_page(page_named("practice"))


def _draw_level(level: int, band: tuple[int, int], answers: str) -> None:
    low, high = band
    st.metric(_("Level of nine"), f"{level} / {LEVELS}", answers, **QUIET_METRIC)
    if low == high:
        st.markdown(_("With 80 % certainty it is level {level}.").format(level=level))
    else:
        st.markdown(
            _(
                "With 80 % certainty it lies between level {low} and level {high}; so few questions cannot say it more exactly."
            ).format(low=low, high=high)
        )
    st.caption(_("Levels 1–9 of GF 0025-2021: 1–3 elementary, 4–6 intermediate, 7–9 advanced."))


def _draw_skills(state: PlacementState) -> None:
    if not state.by_skill:
        return
    st.subheader(_("By skill"))
    names = {str(topic): name for topic, name in topic_names().items()}
    with st.container(border=True):
        for skill, (score, items) in state.by_skill.items():
            level = number(1 + score / 100 * (LEVELS - 1))
            text = _("about level {level} of 9, {questions}").format(level=level, questions=_questions_text(items))
            st.markdown(f"{names.get(skill, skill)}  \n:small[:gray[{text}]]")
    st.caption(
        _(
            "Only skills with three questions or more are judged; this placement says nothing about speaking and writing."
        )
    )


def _questions_text(count: int) -> str:
    return ngettext("{count} question", "{count} questions", count)
