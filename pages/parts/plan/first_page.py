"""The first page of a student: hello, the one next thing, the day's plan as a short list, the numbers so far."""

from __future__ import annotations

from datetime import date, datetime
from itertools import groupby

import streamlit as st

from core.answers.wire import PracticeView, StartPractice, TodayView
from core.errors import WenluError
from core.learning.days import SHANGHAI
from core.plan.wire import DailyPlan, Recommendation
from pages.parts.addresses import page_named
from pages.parts.i18n import _, language
from pages.parts.plan.begin import FROM, begin
from pages.parts.plan.cards import safe_url, watched_said
from pages.parts.plan.words import (
    SKILL_SYMBOLS,
    amount_said,
    kind_said,
    length_of,
    minutes_left,
    minutes_said,
    next_of,
    period_said,
    slot_name,
    slot_of,
    state_said,
)
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

FIRST_ROUND = 5
"""A first round is short: one of the four skills' worth of looking around."""
MOST_REDONE = 10
"""Cards that went wrong in one round: a round as long as the usual one."""
FAULT = "today_fault"
"""Session state: what could not be noted."""


def draw_greeting(who: Visitor, view: TodayView, plan: DailyPlan | None) -> None:
    """Hello by the hour, and the next step in one sentence."""
    now = who.core.clock.now()
    hour = now.astimezone(SHANGHAI).hour
    hello = _("Good morning") if hour < 11 else _("Good afternoon") if hour < 18 else _("Good evening")
    st.title(hello)
    st.markdown(_next_step(view, plan))


def never_practised(view: TodayView) -> bool:
    """Whether nothing at all is known yet."""
    return not (view.answered_today or view.streak_days or view.to_review or view.highlight)


def _next_step(view: TodayView, plan: DailyPlan | None) -> str:
    if view.open_session is not None:
        return _("Go on with the round you began.")
    if plan is None and never_practised(view):
        return _("Begin with a short round: it shows what you know already.")
    if plan is None:
        return _("Say when you want to study, and every day has its plan.")
    left = minutes_left(plan.recommendations)
    if left:
        minutes = minutes_said(left)
        if any(line.done_count for line in plan.recommendations):
            return _("What is left of today takes about {minutes}.").format(minutes=minutes)
        return _("Today's plan takes about {minutes}.").format(minutes=minutes)
    if plan.recommendations:
        return _("Everything planned for today is done. What you do now is extra.")
    return _("Nothing is planned for today.")


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
    st.page_link(
        page_named("placement"), label=_("Or let a placement test find your level first"), icon=":material/stairs:"
    )


def draw_next(who: Visitor, plan: DailyPlan, now: datetime, *, primary: bool) -> None:
    """The next open thing of the plan. `primary`: nothing else on the page comes before it."""
    line = next_of(plan, now)
    if line is None:
        return
    if fault := st.session_state.pop(FAULT, None):
        st.error(escaped(fault), icon=":material/error:")
    day = date.fromisoformat(plan.date)
    with st.container(border=True, key="next_card"):
        where = f"{slot_name(slot_of(line, day))} {line.start_time}"
        st.caption(f"{_('Up next')} · {where} · {kind_said(line)} · {line.difficulty}")
        symbol = f":material/{SKILL_SYMBOLS[line.skill_type]}:"
        st.markdown(f"#### {symbol} {escaped(line.title)}\n\n{escaped(line.reason)}")
        with st.container(horizontal=True, vertical_alignment="center"):
            _draw_way_in(who, day, line, primary=primary)
            st.markdown(f":material/schedule: {' · '.join(amount_said(line))}", width="content")


def _draw_way_in(who: Visitor, day: date, line: Recommendation, *, primary: bool) -> None:
    url = safe_url(line.url)
    if url:
        st.link_button(
            _("Open the link"), url, type="primary" if primary else "secondary", icon=":material/open_in_new:"
        )
        st.button(watched_said(line), key="next_watched", on_click=_watched, args=(who, line))
        return
    label = _("Go on") if line.done_count else _("Start")
    if st.button(label, type="primary" if primary else "secondary", icon=":material/play_arrow:", key="next_start"):
        begin(who, day, line, back="today")


def _watched(who: Visitor, line: Recommendation) -> None:
    try:
        who.core.plan.finish(who.student_id, line.resource_id, round(60 * line.minutes), who.caller)
    except WenluError as error:
        st.session_state[FAULT] = _("It was not noted: {reason}").format(reason=error.remedy(language()))


def draw_list(plan: DailyPlan, now: datetime) -> None:
    """The day in its slots; the one that is on lies open, the others fold."""
    day = date.fromisoformat(plan.date)
    following = next_of(plan, now)
    st.subheader(_("Plan of the day"))
    if plan.notice and plan.schedule:
        st.info(escaped(plan.notice), icon=":material/waving_hand:")
    for slot, group in groupby(plan.recommendations, key=lambda line: slot_of(line, day)):
        lines = list(group)
        done = sum(line.done for line in lines)
        said = _("{done} of {count} done").format(done=done, count=len(lines))
        minutes = minutes_said(sum(map(length_of, lines)))
        head = f"**{slot_name(slot)}** {period_said(slot)} · {minutes} · {said}"
        with st.expander(head, expanded=following is not None and slot_of(following, day) == slot):
            st.markdown("  \n".join(_listed(line, following) for line in lines))
    if not plan.recommendations:
        st.markdown(_("There is no time to study on today's plan. Practise as you like, or change your times."))


def _listed(line: Recommendation, following: Recommendation | None) -> str:
    """One line of Markdown: mark, title, amount, and how far it is."""
    chosen = following is not None and line.resource_id == following.resource_id
    title = f"**{escaped(line.title)}**" if chosen else escaped(line.title)
    icon = "check_circle" if line.done else "clock_loader_40" if line.done_count else "radio_button_unchecked"
    mark = f":green[:material/{icon}:]" if line.done else f":material/{icon}:"
    facts = [*amount_said(line), *([state_said(line)] if state_said(line) else [])]
    return f"{mark} {title} :small[:gray[{' · '.join(facts)}]]"


def draw_more(who: Visitor, view: TodayView, *, planned: bool) -> None:
    """The whole plan, where there is one; what went wrong, once more."""
    with st.container(horizontal=True, vertical_alignment="center"):
        if planned:
            st.page_link(
                page_named("plan"), label=_("Whole plan: move, why, other days"), icon=":material/calendar_view_week:"
            )
        if view.to_review:
            count = min(MOST_REDONE, len(view.to_review))
            if st.button(
                _("Redo what went wrong ({count})").format(count=count), icon=":material/replay:", key="redo_wrong"
            ):
                _open(who.core.practice.review(who.student_id, view.to_review[:count], who.caller).session_id)


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


def _start(who: Visitor, request: StartPractice) -> None:
    try:
        found = who.core.practice.start(request, who.caller)
    except WenluError as error:
        st.error(escaped(error.remedy(language())), icon=":material/error:")
        return
    if not found.cards:
        st.info(_("Nothing new fits this line within 14 days. Choose another one."), icon=":material/info:")
        return
    _open(found.session_id)


def _open(session_id: str) -> None:
    st.switch_page(page_named("practice"), query_params={"session": session_id, FROM: "today"})
