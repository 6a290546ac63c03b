"""What to do next, as one large card: the open round, what the teacher gave, the plan's next entry, else the road."""

from __future__ import annotations

from datetime import date, datetime

import streamlit as st

from core.answers.wire import TodayView
from core.api.assignments import MyAssignment
from core.errors import WenluError
from core.plan.road.wire import Road
from core.plan.wire import DailyPlan, Recommendation
from pages.parts.addresses import page_named
from pages.parts.assignments.own import button_text
from pages.parts.assignments.words import amount_text, due_text
from pages.parts.i18n import _, language
from pages.parts.plan.begin import FROM_PARAMETER, begin_entry
from pages.parts.plan.cards import finish_label, safe_url
from pages.parts.plan.words import amount_texts, kind_text, level_text, next_entry, slot_name, slot_of
from pages.parts.road.begin import begin_step
from pages.parts.road.words import goal_sentence, step_names, takes_text, translation_of, unit_number
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

FAULT = "today_fault"
"""Session state: the message of what could not be recorded."""
LOOK = """<style>
.st-key-continue_card { border-width: 0 0 0 4px; border-color: light-dark(#B93A2B, #E0705F); border-radius: 10px; }
.st-key-continue_card h2 { font-size: 32px; line-height: 1.3; padding: 0; font-weight: 500;
  font-family: "LXGW WenKai", "LXGW WenKai GB", "霞鹜文楷", KaiTi, STKaiti, "Kaiti SC", "AR PL UKai CN", var(--st-font, sans-serif); }
.st-key-continue_card button { min-height: 52px; padding: 8px 32px; }
.st-key-continue_card button p { font-size: 18px; font-weight: 600; }
</style>"""
"""The one large thing of the page: a stroke of vermilion beside it."""


def draw_next_thing(
    who: Visitor, view: TodayView, to_do: list[MyAssignment], plan: DailyPlan | None, road: Road, now: datetime
) -> str:
    """Draw the card. Returns what it shows: `round`, `assignment`, `entry`, `unit`, or `none`."""
    st.html(LOOK)
    entry = next_entry(plan, now) if plan is not None else None
    with st.container(border=True, key="continue_card"):
        if view.open_session is not None:
            _draw_open_round(view)
            return "round"
        if to_do:
            _draw_assignment(to_do[0], now)
            return "assignment"
        if plan is not None and entry is not None:
            _draw_entry(who, plan, entry)
            return "entry"
        if road.current is not None:
            draw_next_step(who, road)
            return "unit"
        st.markdown(_("**Everything is done.** Practise or read what you like."))
        return "none"


def _draw_button(label: str, facts: list[str]) -> bool:
    with st.container(horizontal=True, vertical_alignment="center"):
        clicked = st.button(label, type="primary", icon=":material/play_arrow:", key="continue")
        if facts:
            st.markdown(f":material/schedule: {escaped(' · '.join(facts))}", width="content")
    return clicked


def _draw_open_round(view: TodayView) -> None:
    session = view.open_session
    assert session is not None
    done, count = sum(card.detail is not None for card in session.cards), len(session.cards)
    st.caption(_("An open round"))
    st.header(_("{done} of {count} answered").format(done=done, count=count), anchor=False)
    st.markdown(_("Go on where you stopped; nothing is lost."))
    if _draw_button(_("Continue"), [takes_text((count - done) / 2)]):
        st.switch_page(page_named("practice"), query_params={"session": session.session_id, FROM_PARAMETER: "today"})


def _draw_assignment(own: MyAssignment, now: datetime) -> None:
    st.caption(_("From your teacher"))
    st.header(escaped(own.assignment.title), anchor=False)
    due = due_text(own.state.due_at, now)
    st.markdown(f"**{due}**" if own.standing == "overdue" else due)
    if _draw_button(button_text(own), [amount_text(own.assignment)]):
        st.switch_page(page_named("assignments"), query_params={"resource": own.assignment.resource_id})


def _draw_entry(who: Visitor, plan: DailyPlan, entry: Recommendation) -> None:
    day = date.fromisoformat(plan.date)
    st.caption(
        f"{_('Up next')} · {slot_name(slot_of(entry, day))} {entry.start_time} · {kind_text(entry)} · {level_text(entry)}"
    )
    st.header(escaped(entry.title), anchor=False)
    st.markdown(escaped(entry.reason))
    if url := safe_url(entry.url):
        _draw_link(who, entry, url)
    elif _draw_button(_("Continue") if entry.done_count else _("Start"), amount_texts(entry)):
        begin_entry(who, day, entry, from_page="today")


def _draw_link(who: Visitor, entry: Recommendation, url: str) -> None:
    """A teacher's link, and the word that it was watched."""
    if fault := st.session_state.pop(FAULT, None):
        st.error(escaped(fault), icon=":material/error:")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.link_button(_("Open the link"), url, type="primary", icon=":material/open_in_new:")
        st.button(finish_label(entry), key="next_watched", on_click=_finish_link, args=(who, entry))
        st.markdown(f":material/schedule: {' · '.join(amount_texts(entry))}", width="content")


def _finish_link(who: Visitor, entry: Recommendation) -> None:
    try:
        who.core.plan.finish(who.student_id, entry.resource_id, round(60 * entry.minutes), who.caller)
    except WenluError as error:
        st.session_state[FAULT] = _("It was not noted: {reason}").format(reason=error.remedy(language()))


def draw_next_step(who: Visitor, road: Road) -> None:
    """The next step of the road, with its button."""
    unit = road.current
    assert unit is not None
    assert unit.next_step is not None
    line = unit.line
    step = next(each for each in unit.steps if each.kind == unit.next_step)
    st.caption(" · ".join(filter(None, (unit_number(line), escaped(translation_of(line))))))
    st.header(escaped(line.title.zh), anchor=False)
    st.markdown(goal_sentence(line))
    label = _("Continue") if line.steps_done or step.begun else _("Start")
    if _draw_button(f"{label}{_(': ')}{step_names()[step.kind]}", [takes_text(step.minutes)]):
        begin_step(who, unit, unit.next_step)
