"""The page Today of a student: a greeting, the next entry of the plan, the day's plan as a short list, today's numbers."""

from __future__ import annotations

from datetime import date, datetime
from itertools import groupby

import streamlit as st

from core.answers.wire import PracticeView, StartPractice, TodayView
from core.errors import WenluError
from core.learning.days import SHANGHAI
from core.plan.wire import DailyPlan, Recommendation
from pages.parts.addresses import page_named
from pages.parts.hearing import has_voice
from pages.parts.i18n import _, language, ngettext
from pages.parts.plan.begin import FROM_PARAMETER, begin_entry
from pages.parts.plan.cards import finish_label, safe_url
from pages.parts.plan.words import (
    SKILL_SYMBOLS,
    amount_texts,
    kind_text,
    level_text,
    minutes_left,
    minutes_of,
    minutes_text,
    next_entry,
    period_text,
    slot_name,
    slot_of,
    state_text,
)
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

FIRST_ROUND_CARDS = 5
"""Cards of a first round, which is short."""
MOST_REDO_CARDS = 10
"""Most cards that a round of redoing holds: as many as a usual round."""
FAULT = "today_fault"
"""Session state: the message of what could not be recorded."""


def draw_greeting(who: Visitor, view: TodayView, plan: DailyPlan | None, *, given: int = 0) -> None:
    """A greeting for the time of day, and the next step in one sentence. `given`: how much of what the teacher gave is to be done."""
    now = who.core.clock.now()
    hour = now.astimezone(SHANGHAI).hour
    hello = _("Good morning") if hour < 11 else _("Good afternoon") if hour < 18 else _("Good evening")
    st.title(hello)
    st.markdown(_next_step(view, plan, given))


def never_practised(view: TodayView) -> bool:
    """Whether nothing at all is known yet."""
    return not (view.answered_today or view.streak_days or view.to_review or view.highlight)


def _next_step(view: TodayView, plan: DailyPlan | None, given: int) -> str:
    if view.open_session is not None:
        return _("Finish the round you started.")
    if given:
        return ngettext(
            "Your teacher gave you something: do it first.",
            "Your teacher gave you {count} things: do them first.",
            given,
        )
    if plan is None and never_practised(view):
        return _("Begin with a short round: it shows what you know already.")
    if plan is None:
        return _("Choose when you want to study, and you get a plan for every day.")
    minutes_to_do = minutes_left(plan.recommendations)
    if minutes_to_do:
        minutes = minutes_text(minutes_to_do)
        if any(entry.done_count for entry in plan.recommendations):
            return _("What is left of today takes about {minutes}.").format(minutes=minutes)
        return _("Today's plan takes about {minutes}.").format(minutes=minutes)
    if plan.recommendations:
        return _("Everything planned for today is done. What you do now is extra.")
    return _("Nothing is planned for today.")


def draw_open_round(view: PracticeView) -> None:
    """The round that the student left, with a button to go on."""
    done = sum(card.detail is not None for card in view.cards)
    with st.container(border=True):
        text_column, button_column = st.columns([4, 1], vertical_alignment="center")
        text_column.markdown(_("**An open round**"))
        text_column.caption(_("{done} of {count} answered; nothing is lost.").format(done=done, count=len(view.cards)))
        if button_column.button(_("Go on"), type="primary", width="stretch", key="go_on"):
            _open_round(view.session_id)


def draw_first_step(who: Visitor, *, primary: bool = True) -> None:
    """For a student without any answer yet: a short mixed round, or the placement. `primary`: its button is the primary action of the page."""
    with st.container(border=True):
        st.markdown(_("**Your first round**"))
        st.markdown(
            _(
                "Five mixed cards, about three minutes. Your answers shape the plan for the coming days; until then, nothing is known about your level."
            )
        )
        if st.button(_("Start the first round"), type="primary" if primary else "secondary", key="first_round"):
            _start(who, StartPractice(student_id=who.student_id, count=FIRST_ROUND_CARDS))
    st.page_link(
        page_named("placement"), label=_("Or let a placement test find your level first"), icon=":material/stairs:"
    )


def draw_next_entry(who: Visitor, plan: DailyPlan, now: datetime, *, primary: bool) -> None:
    """The next open entry of the plan. `primary`: its button is the primary action of the page."""
    entry = next_entry(plan, now)
    if entry is None:
        return
    if fault := st.session_state.pop(FAULT, None):
        st.error(escaped(fault), icon=":material/error:")
    day = date.fromisoformat(plan.date)
    with st.container(border=True, key="next_card"):
        where = f"{slot_name(slot_of(entry, day))} {entry.start_time}"
        st.caption(f"{_('Up next')} · {where} · {kind_text(entry)} · {level_text(entry)}")
        symbol = f":material/{SKILL_SYMBOLS[entry.skill_type]}:"
        st.markdown(f"#### {symbol} {escaped(entry.title)}\n\n{escaped(entry.reason)}")
        with st.container(horizontal=True, vertical_alignment="center"):
            _draw_start_button(who, day, entry, primary=primary)
            st.markdown(f":material/schedule: {' · '.join(amount_texts(entry))}", width="content")


def _draw_start_button(who: Visitor, day: date, entry: Recommendation, *, primary: bool) -> None:
    url = safe_url(entry.url)
    if url:
        st.link_button(
            _("Open the link"), url, type="primary" if primary else "secondary", icon=":material/open_in_new:"
        )
        st.button(finish_label(entry), key="next_watched", on_click=_finish_link, args=(who, entry))
        return
    label = _("Go on") if entry.done_count else _("Start")
    if st.button(label, type="primary" if primary else "secondary", icon=":material/play_arrow:", key="next_start"):
        begin_entry(who, day, entry, from_page="today")


def _finish_link(who: Visitor, entry: Recommendation) -> None:
    try:
        who.core.plan.finish(who.student_id, entry.resource_id, round(60 * entry.minutes), who.caller)
    except WenluError as error:
        st.session_state[FAULT] = _("It was not noted: {reason}").format(reason=error.remedy(language()))


def draw_plan_list(plan: DailyPlan, now: datetime) -> None:
    """The entries of the day by slot; the slot of the next entry is unfolded."""
    day = date.fromisoformat(plan.date)
    next_up = next_entry(plan, now)
    st.subheader(_("Plan of the day"))
    if plan.notice and plan.schedule:
        st.info(escaped(plan.notice), icon=":material/waving_hand:")
    for slot, group in groupby(plan.recommendations, key=lambda entry: slot_of(entry, day)):
        entries = list(group)
        done = sum(entry.done for entry in entries)
        done_text = _("{done} of {count} done").format(done=done, count=len(entries))
        minutes = minutes_text(sum(map(minutes_of, entries)))
        head = f"**{slot_name(slot)}** {period_text(slot)} · {minutes} · {done_text}"
        with st.expander(head, expanded=next_up is not None and slot_of(next_up, day) == slot):
            st.markdown("  \n".join(_entry_line(entry, next_up) for entry in entries))
    if not plan.recommendations:
        st.markdown(_("You have chosen no study time for today. Practise as you like, or change your times."))


def _entry_line(entry: Recommendation, next_up: Recommendation | None) -> str:
    """An entry as one line of Markdown: mark, title, amount, and how much of it is done."""
    is_next = next_up is not None and entry.resource_id == next_up.resource_id
    title = f"**{escaped(entry.title)}**" if is_next else escaped(entry.title)
    icon = "check_circle" if entry.done else "clock_loader_40" if entry.done_count else "radio_button_unchecked"
    mark = f":green[:material/{icon}:]" if entry.done else f":material/{icon}:"
    facts = [*amount_texts(entry), *([state_text(entry)] if state_text(entry) else [])]
    return f"{mark} {title} :small[:gray[{' · '.join(facts)}]]"


def draw_more(who: Visitor, view: TodayView, *, planned: bool) -> None:
    """A link to the whole plan, where there is one, and a button to redo what went wrong."""
    with st.container(horizontal=True, vertical_alignment="center"):
        if planned:
            st.page_link(
                page_named("plan"),
                label=_("Full plan: move tasks, see why, other days"),
                icon=":material/calendar_view_week:",
            )
        if view.to_review:
            count = min(MOST_REDO_CARDS, len(view.to_review))
            if st.button(
                _("Redo what went wrong ({count})").format(count=count), icon=":material/replay:", key="redo_wrong"
            ):
                _open_round(who.core.practice.review(who.student_id, view.to_review[:count], who.caller).session_id)


def draw_today_numbers(view: TodayView) -> None:
    """What was done today, each number with its unit."""
    st.subheader(_("So far today"))
    answers_column, minutes_column, streak_column = st.columns(3)
    right_text = _("{right} right").format(right=view.correct_today)
    answers_column.metric(
        _("Answers"),
        view.answered_today,
        right_text,
        delta_color="off",
        delta_arrow="off",
        border=True,
        height="stretch",
    )
    minutes_column.metric(_("Minutes"), f"{view.minutes_today:g}", border=True, height="stretch")
    streak_column.metric(_("Days in a row"), view.streak_days, border=True, height="stretch")


def _start(who: Visitor, request: StartPractice) -> None:
    try:
        view = who.core.practice.start(request, who.caller, voice=has_voice())
    except WenluError as error:
        st.error(escaped(error.remedy(language())), icon=":material/error:")
        return
    if not view.cards:
        st.info(
            _("You have seen everything that fits this line in the last 14 days. Choose another one."),
            icon=":material/info:",
        )
        return
    _open_round(view.session_id)


def _open_round(session_id: str) -> None:
    st.switch_page(page_named("practice"), query_params={"session": session_id, FROM_PARAMETER: "today"})
