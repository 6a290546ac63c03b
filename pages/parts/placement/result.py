"""The result of a placement: the level with its 80 % band in words, each skill with its n, the level now, and where it leads."""

from __future__ import annotations

import streamlit as st

from core.knowledge.wire import LevelNow
from core.portrait.wire import PlacementState
from pages.parts.addresses import page_named
from pages.parts.dates import day_name
from pages.parts.figures import number
from pages.parts.i18n import _, ngettext
from pages.parts.level import level_sentence
from pages.parts.map.words import joined
from pages.parts.names import topic_names
from pages.parts.placement.start import NEW, name_in_address
from pages.parts.report.figures import QUIET_METRIC
from pages.parts.visitor import Visitor

LEVELS = 9
HIGHEST_NOW = 7
"""The level now is told on seven levels, of which the last is the band 7-9."""


def draw_result(who: Visitor, state: PlacementState, *, again: bool = True) -> None:
    """The level, as far as the answers tell it, what they do not tell, and what it led to.

    Without `again` there is no button to take it again: one is open, above, and its heading stands over the page.
    """
    if again:
        st.title(_("Your level"))
    else:
        st.subheader(_("Your last result"))
    answers = ngettext("{count} answer", "{count} answers", state.answered)
    if state.level is None or state.band is None:
        st.markdown(
            _("There are too few answers to tell a level ({answers}). Practise a few rounds, then try again.").format(
                answers=answers
            )
        )
    else:
        _draw_level(state.level, state.band, answers)
        if state.finished_at is not None:
            st.caption(_("Taken on {day}.").format(day=day_name(state.finished_at)))
        if moved := moved_sentence(state, who.core.knowledge.level(who.student_id, who.caller)):
            st.markdown(moved)
        _draw_skills(state)
        st.markdown(
            _(
                "Your portrait, your path and your daily plan start from this. What you practise from now on updates them."
            )
        )
    with st.container(horizontal=True):
        if st.button(
            _("See the portrait"), type="primary" if again else "secondary", icon=":material/radar:", key="to_portrait"
        ):
            st.switch_page(page_named("portrait"))
        if st.button(_("Practise now"), key="to_practice"):
            st.switch_page(page_named("practice"))
    with st.container(horizontal=True):
        st.page_link(page_named("learning_path"), label=_("See the path"), icon=":material/route:")
        st.page_link(page_named("today"), label=_("Today's plan"), icon=":material/wb_sunny:")
    if again:
        _draw_again()


def moved_sentence(state: PlacementState, now: LevelNow) -> str:
    """The level now, where it is not what the placement alone said; empty where they are the same."""
    if state.level is None or state.band is None or not now.known:
        return ""
    placed = [min(level, HIGHEST_NOW) for level in (state.level, *state.band)]
    if placed == [now.level, now.low, now.high]:
        return ""
    return joined(
        [
            _("This is the placement by itself; the level now counts all your answers, older ones less."),
            level_sentence(now),
        ]
    )


def _draw_again() -> None:
    st.button(
        _("Take it again"),
        icon=":material/replay:",
        type="tertiary",
        key="placement_again",
        on_click=name_in_address,
        args=(NEW,),
    )
    st.caption(_("A new placement begins; your answers so far still count for your level."))


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
