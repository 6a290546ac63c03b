"""The next step at the top of a portrait, and the first step where nothing is known."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from core.answers.wire import StartPractice
from core.portrait.wire import SixKey
from core.wire import Topic
from pages.parts.addresses import page_named
from pages.parts.i18n import _
from pages.parts.portrait.view import Aspect
from pages.parts.portrait.words import next_sentence, next_skill, standout_sentence
from pages.parts.practice.begin import begin_round
from pages.parts.visitor import Visitor

TOPICS_OF: dict[SixKey, list[Topic]] = {"listen": ["listening"], "read": ["reading", "vocabulary", "grammar"]}
"""Which exercises feed a skill; vocabulary and grammar belong to reading in the tree."""
ROUND_CARDS = 10


def draw_next(who: Visitor, six: Mapping[SixKey, Aspect]) -> None:
    """One sentence, then one button; for a teacher the sentence alone."""
    key = next_skill(six)
    if who.account.role != "student":
        st.markdown(standout_sentence(six))
        return
    st.markdown(f"{standout_sentence(six)} {next_sentence(six, key)}")
    with st.container(horizontal=True, vertical_alignment="center"):
        if st.button(_("Start this round"), type="primary", icon=":material/edit_note:", key="portrait_practise"):
            _practise(who, key)
        st.page_link(page_named("placement"), label=_("Placement"), icon=":material/stairs:")


def _practise(who: Visitor, key: SixKey) -> None:
    request = StartPractice(student_id=who.student_id, topics=TOPICS_OF[key], count=ROUND_CARDS)
    nothing_left = _("You have done all exercises for this skill in the last 14 days. Come back later.")
    begin_round(who, [request], nothing_left=nothing_left)


def draw_first_step(who: Visitor) -> None:
    """What to do while nothing is known."""
    with st.container(border=True):
        if who.account.role != "student":
            st.markdown(
                _(
                    "Nothing is known about this student yet. The placement, or a first round of practice, starts the portrait."
                )
            )
            return
        st.markdown(f"**{_('Your portrait is still empty')}**")
        st.markdown(
            _(
                "The placement fills it: twenty short questions at most, about ten minutes, and you can leave and go on later."
            )
        )
        if st.button(_("To the placement"), type="primary", icon=":material/stairs:", key="to_placement"):
            st.switch_page(page_named("placement"))
