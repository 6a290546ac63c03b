"""The page of the plan, from top to bottom: what is next, the week, the day, the settings."""

from __future__ import annotations

from datetime import date, datetime

import streamlit as st

from core.errors import WenluError
from core.plan.wire import DailyPlan
from pages.parts.dates import day_in_shanghai, short_day
from pages.parts.gate import require_role
from pages.parts.i18n import _, language, ngettext
from pages.parts.plan.board import FAULT, draw_board, draw_last_move
from pages.parts.plan.times import draw_first_times, draw_times
from pages.parts.plan.week import day_in_address, draw_week
from pages.parts.plan.words import minutes_left, minutes_text, next_entry
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

MADE_ANEW = "plan_anew"
"""Session state: the rest of today was made anew."""


@st.fragment
def plan_desk() -> None:
    """The whole page; a rerun runs this fragment only."""
    who = require_role("student")
    settings = who.core.plan.settings(who.student_id, who.caller)
    st.title(_("Daily plan"))
    if settings is None:
        st.markdown(_("Every day the plan picks what helps you most in the time that you have."))
        draw_first_times(who)
        return
    now = who.core.clock.now()
    today = day_in_shanghai(now)
    day = day_in_address(today)
    with st.spinner(_("Making your plan…")):
        plan = who.core.plan.day(who.student_id, day, who.caller)
    st.markdown(lead_sentence(plan, day, now))
    draw_week(who.core.plan.week(who.student_id, day, who.caller), day, today)
    _draw_notices(who, plan)
    if plan.recommendations:
        _draw_totals(plan, day, today)
        draw_board(who, plan, now)
    else:
        _draw_empty(plan, day, today)
    if plan.recommendations and day == today:
        _draw_anew(who)
    _draw_calendar(who, today)
    draw_times(who, settings)


def lead_sentence(plan: DailyPlan, day: date, now: datetime) -> str:
    """What to do next, in one sentence."""
    today = day_in_shanghai(now)
    if day != today:
        return _("The plan of {day}.").format(day=short_day(day))
    next_up = next_entry(plan, now)
    if next_up is not None:
        minutes = minutes_text(minutes_left(plan.recommendations))
        return _("Next: **{title}**. What is left of today takes about {minutes}.").format(
            title=escaped(next_up.title), minutes=minutes
        )
    if plan.recommendations:
        return _("Everything planned for today is done. What you do now is extra.")
    return _("Nothing is planned for today.")


def _draw_notices(who: Visitor, plan: DailyPlan) -> None:
    """Messages: an action that failed, what is special about the day, what was just changed."""
    if fault := st.session_state.pop(FAULT, None):
        st.error(escaped(fault), icon=":material/error:")
    if plan.notice and plan.schedule:
        st.info(escaped(plan.notice), icon=":material/waving_hand:")
    if plan.provisional and plan.recommendations:
        st.info(
            _("This day is still to come: its plan follows what is known today and is made again on the day itself. Move something, and it stays as it is."),
            icon=":material/update:",
        )  # fmt: skip
    if st.session_state.pop(MADE_ANEW, False):
        st.success(_("The rest of today has been replanned from what is known now."), icon=":material/autorenew:")
    draw_last_move(who, plan)


def _draw_totals(plan: DailyPlan, day: date, today: date) -> None:
    """Minutes in all, reviews due and postponed; for today also what skipping all of it costs."""
    facts = [_("{minutes} min in all").format(minutes=plan.total_duration)]
    if plan.due:
        facts.append(ngettext("{count} review is due", "{count} reviews are due", plan.due))
        if plan.waiting:
            facts.append(
                ngettext(
                    "{count} of them waits for the coming days",
                    "{count} of them wait for the coming days",
                    plan.waiting,
                )
            )
    elif day >= today:
        facts.append(_("no review is due"))
    st.markdown(" · ".join(facts))
    if day == today and any(not entry.done for entry in plan.recommendations):
        st.caption(escaped(plan.if_skipped))


def _draw_empty(plan: DailyPlan, day: date, today: date) -> None:
    if day < today:
        st.info(_("There is no plan for this day: you were not here, and it does not count against you."), icon=":material/event_busy:")  # fmt: skip
    elif not plan.schedule:
        st.info(_("You chose no time to study on this day. Enjoy it, or switch a time on below under “Times and places”."), icon=":material/weekend:")  # fmt: skip
    else:
        st.info(_("There is nothing left to plan: you have recently seen everything that suits you. Come back tomorrow."), icon=":material/event_available:")  # fmt: skip


def _draw_anew(who: Visitor) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(_("Replan the rest"), icon=":material/autorenew:", key="plan_anew_button", on_click=_make_anew, args=(who,))  # fmt: skip
        st.caption(
            _("Times of day in which you began or moved something stay, and so do your teacher's assignments."),
            width="stretch",
        )  # fmt: skip


def _make_anew(who: Visitor) -> None:
    try:
        who.core.plan.make_anew(who.student_id, who.caller)
    except WenluError as error:
        st.session_state[FAULT] = error.remedy(language())
        return
    st.session_state[MADE_ANEW] = True


def _draw_calendar(who: Visitor, today: date) -> None:
    """The download of a calendar file. It is made on the click, outside of a run: what it needs of the session is taken here."""
    core, student_id, caller = who.core, who.student_id, who.caller
    with st.container(horizontal=True, vertical_alignment="center"):
        st.download_button(
            _("Add to my calendar"),
            lambda: core.plan.calendar(student_id, caller),
            file_name=f"wenlu-plan-{today.isoformat()}.ics",
            mime="text/calendar",
            icon=":material/calendar_add_on:",
            on_click="ignore",
            key="plan_calendar",
        )
        st.caption(_("Seven days from today as an .ics file, for any calendar."), width="stretch")
