"""The plan of the day as a short list, each line with its minutes, its reason and its start button."""

from __future__ import annotations

from datetime import datetime

import streamlit as st

from core.answers.wire import PlanLine, PracticeView, StartPractice, TodayView
from core.errors import WenluError
from core.learning.days import SHANGHAI
from pages.parts.addresses import page_named
from pages.parts.i18n import _, language, ngettext
from pages.parts.visitor import Visitor

FIRST_ROUND = 5
"""A first round is short: one of the four skills' worth of looking around."""


def draw_greeting(who: Visitor, view: TodayView) -> None:
    """Hello by the hour, and the next step in one sentence."""
    hour = who.core.clock.now().astimezone(SHANGHAI).hour
    hello = _("Good morning") if hour < 11 else _("Good afternoon") if hour < 18 else _("Good evening")
    st.title(hello)
    st.markdown(_next_step(view))


def _next_step(view: TodayView) -> str:
    if view.open_session is not None:
        return _("Go on with the round you began.")
    waiting = [line for line in view.plan if not line.done]
    if not waiting:
        return _("Everything planned for today is done. What you do now is extra.")
    minutes = sum(line.minutes for line in waiting)
    return ngettext("Today's plan takes about {count} minute.", "Today's plan takes about {count} minutes.", minutes)


def draw_open_round(found: PracticeView) -> None:
    """The round that was left, to go on with."""
    done = sum(card.detail is not None for card in found.cards)
    with st.container(border=True):
        text, button = st.columns([4, 1], vertical_alignment="center")
        text.markdown(_("**An open round**"))
        text.caption(_("{done} of {count} answered; nothing is lost.").format(done=done, count=len(found.cards)))
        if button.button(_("Go on"), type="primary", width="stretch", key="go_on"):
            _open(found.session_id)


def draw_first_step(who: Visitor) -> None:
    """For someone without any answer yet: one short mixed round."""
    with st.container(border=True):
        st.markdown(_("**Your first round**"))
        st.markdown(
            _(
                "Five mixed cards, about three minutes. From your answers the plan of the coming days is made; until then there is nothing to say about you."
            )
        )
        if st.button(_("Start the first round"), type="primary", key="first_round"):
            _start(who, StartPractice(student_id=who.student_id, count=FIRST_ROUND))


def draw_plan(who: Visitor, view: TodayView) -> None:
    """One card a line; the first line not done bears the primary action unless a round is open."""
    st.subheader(_("Plan of the day"))
    first = next((place for place, line in enumerate(view.plan) if not line.done), None)
    for place, line in enumerate(view.plan):
        primary = place == first and view.open_session is None
        with st.container(border=True):
            text, minutes, button = st.columns([4, 1, 1], vertical_alignment="center")
            text.markdown(f"**{line.title}**  \n{line.reason}")
            minutes.markdown(":material/schedule: " + _("{minutes} min").format(minutes=line.minutes))
            if line.done:
                button.markdown(":material/check_circle: " + _("Done"))
            elif button.button(
                _("Start"), type="primary" if primary else "secondary", width="stretch", key=f"plan_{place}"
            ):
                _begin(who, view, line)


def draw_today_numbers(view: TodayView) -> None:
    """What was done today, each number with its unit."""
    st.subheader(_("So far today"))
    answered, minutes, streak = st.columns(3)
    right = _("{right} right").format(right=view.correct_today)
    answered.metric(
        _("Answers"), view.answered_today, right, delta_color="off", delta_arrow="off", border=True, height="stretch"
    )
    minutes.metric(_("Minutes"), f"{view.minutes_today:g}", border=True, height="stretch")
    streak.metric(_("Days in a row"), view.streak_days, border=True, height="stretch")


def _begin(who: Visitor, view: TodayView, line: PlanLine) -> None:
    if line.kind == "review":
        _open(who.core.review_practice(who.student_id, view.to_review[: line.count], who.caller).session_id)
    topics = [line.topic] if line.topic else []
    _start(who, StartPractice(student_id=who.student_id, types=line.types, topics=topics, count=line.count))


def _start(who: Visitor, request: StartPractice) -> None:
    try:
        found = who.core.start_practice(request, who.caller)
    except WenluError as error:
        st.error(error.remedy(language()), icon=":material/error:")
        return
    if not found.cards:
        st.info(_("Nothing new fits this line within 14 days. Choose another one."), icon=":material/info:")
        return
    _open(found.session_id)


def _open(session_id: str) -> None:
    st.switch_page(page_named("practice"), query_params={"session": session_id})


def month_now(moment: datetime) -> str:
    """YYYY-MM in UTC+8."""
    return moment.astimezone(SHANGHAI).strftime("%Y-%m")
