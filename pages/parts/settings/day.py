"""A student's day: the goal, what Today shows, the times of study."""

from __future__ import annotations

import streamlit as st

from core.api.preferences import DailyGoal
from pages.parts.addresses import page_named
from pages.parts.i18n import _
from pages.parts.preferences import preferences
from pages.parts.settings.saving import save_choice, save_with
from pages.parts.visitor import Visitor

NO_GOAL = "none"
AMOUNTS = {"minutes": (5, 10, 15, 20, 30, 45, 60), "cards": (10, 20, 30, 50)}
FIRST_AMOUNT = {"minutes": 15, "cards": 20}


def draw_day(who: Visitor) -> None:
    """The daily goal, two switches of Today, and the way to the times."""
    mine = preferences()
    st.subheader(_("Daily goal"), anchor=False)
    units = {NO_GOAL: _("No goal"), "minutes": _("Minutes"), "cards": _("Cards")}
    st.segmented_control(
        _("Counted in"), list(units), default=NO_GOAL if mine.goal is None else mine.goal.unit,
        format_func=units.__getitem__, required=True, key="settings_goal_unit", on_change=_save_unit, args=(who,),
    )  # fmt: skip
    if mine.goal is not None:
        offered = sorted({*AMOUNTS[mine.goal.unit], mine.goal.amount})
        st.segmented_control(
            _("Each day"), offered, default=mine.goal.amount, required=True,
            key=f"settings_goal_{mine.goal.unit}", on_change=_save_amount, args=(who, mine.goal.unit),
        )  # fmt: skip
    st.caption(_("Today shows how far you have come. A day without practice costs nothing and is not mentioned."))
    st.toggle(
        _("What I learned in the last seven days, on Today"), mine.week, key="settings_week",
        on_change=save_choice, args=(who, "week", "settings_week"),
    )  # fmt: skip
    st.toggle(
        _("A story when the goal or the plan is done"), mine.story, key="settings_story",
        on_change=save_choice, args=(who, "story", "settings_story"),
    )  # fmt: skip
    st.page_link(page_named("plan"), label=_("Times of study are set in the plan"), icon=":material/schedule:")


def _save_unit(who: Visitor) -> None:
    unit = st.session_state["settings_goal_unit"]
    goal = None if unit == NO_GOAL else DailyGoal(unit=unit, amount=FIRST_AMOUNT[unit])
    save_with(who, {"goal": goal})


def _save_amount(who: Visitor, unit: str) -> None:
    amount = int(st.session_state[f"settings_goal_{unit}"])
    save_with(who, {"goal": DailyGoal.model_validate({"unit": unit, "amount": amount})})
