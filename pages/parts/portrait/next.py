"""What stands out, what to work on and the one next step; the first step where nothing is known."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from core.answers.wire import StartPractice
from core.portrait.wire import SixKey, SkillKey
from core.wire import Topic
from pages.parts.addresses import page_named
from pages.parts.i18n import _
from pages.parts.portrait.view import Aspect
from pages.parts.portrait.words import strength_sentence, work_on, work_sentence
from pages.parts.practice.begin import begin_round
from pages.parts.visitor import Visitor

TOPICS_OF: dict[SkillKey, list[Topic]] = {"listen": ["listening"], "read": ["reading", "vocabulary", "grammar"]}
"""Which exercises feed a skill; vocabulary and grammar belong to reading in the tree."""
PAGE_OF: dict[SkillKey, str] = {"speak": "speaking", "write": "writing"}
"""The page on which the other skills are worked on."""
ROUND_CARDS = 10


def draw_sentences(six: Mapping[SixKey, Aspect]) -> None:
    """Two sentences: the strength, and what to work on."""
    st.markdown(f"##### :material/star: {strength_sentence(six)}")
    st.markdown(f"##### :material/flag: {work_sentence(six)}")


def draw_next(who: Visitor, six: Mapping[SixKey, Aspect]) -> None:
    """The one button; a teacher has none."""
    if who.account.role != "student":
        return
    key = work_on(six)
    if st.button(action_texts()[key], type="primary", icon=":material/play_arrow:", key="portrait_practise"):
        if key in PAGE_OF:
            st.switch_page(page_named(PAGE_OF[key]))
        _practise(who, key)


def action_texts() -> dict[SkillKey, str]:
    """What the button does, by the skill to work on."""
    return {
        "listen": _("Start a round of listening"),
        "speak": _("Read a text aloud"),
        "read": _("Start a round of reading"),
        "write": _("Write a text"),
    }


def _practise(who: Visitor, key: SkillKey) -> None:
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
