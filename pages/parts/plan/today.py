"""The page Today of a student: a greeting, the next entry of the plan, the day's plan as a short list, today's numbers."""

from __future__ import annotations

from datetime import date, datetime
from itertools import groupby

import streamlit as st

from core.answers.wire import TodayView
from core.learning.days import SHANGHAI
from core.plan.wire import DailyPlan, Recommendation
from pages.parts.addresses import page_named
from pages.parts.i18n import _, ngettext
from pages.parts.plan.begin import FROM_PARAMETER, begin_entry
from pages.parts.plan.cards import safe_url
from pages.parts.plan.words import (
    amount_texts,
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

MOST_REDO_CARDS = 10
"""Most cards that a round of redoing holds: as many as a usual round."""


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
        return _("This is where you begin: one step at a time, each of a few minutes.")
    if plan is None:
        return _("Go on where the road has brought you.")
    minutes_to_do = minutes_left(plan.recommendations)
    if minutes_to_do:
        minutes = minutes_text(minutes_to_do)
        if any(entry.done_count for entry in plan.recommendations):
            return _("What is left of today takes about {minutes}.").format(minutes=minutes)
        return _("Today's plan takes about {minutes}.").format(minutes=minutes)
    if plan.recommendations:
        return _("Everything planned for today is done. What you do now is extra.")
    return _("Nothing is planned for today.")


def draw_placement_link() -> None:
    """For a student of whom nothing is known: the way to a level that is not the first."""
    st.page_link(
        page_named("placement"),
        label=_("You know some Chinese? A placement test finds where you stand"),
        icon=":material/stairs:",
    )


def draw_plan_list(who: Visitor, plan: DailyPlan, now: datetime) -> None:
    """The entries of the day by slot, each of them the way to its page; the slot of the next entry is unfolded."""
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
            for entry in entries:
                _draw_entry(who, day, entry, next_up)
    if not plan.recommendations:
        st.markdown(_("You have chosen no study time for today. Practise as you like, or change your times."))


def _draw_entry(who: Visitor, day: date, entry: Recommendation, next_up: Recommendation | None) -> None:
    """An entry as one line that opens it: mark, title, amount, and how much of it is done."""
    line = _entry_line(entry, next_up)
    if safe_url(entry.url):
        st.page_link(page_named("plan"), label=line)
    elif st.button(line, type="tertiary", key=f"entry_{entry.resource_id}_{entry.start_time}"):
        begin_entry(who, day, entry, from_page="today")


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


def _open_round(session_id: str) -> None:
    st.switch_page(page_named("practice"), query_params={"session": session_id, FROM_PARAMETER: "today"})
