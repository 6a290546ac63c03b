"""The goal of the day as one calm line, and a story once the goal or the plan is done."""

from __future__ import annotations

import streamlit as st

from core.answers.wire import TodayView
from core.api.preferences import DailyGoal
from core.plan.wire import DailyPlan
from pages.parts.addresses import page_named
from pages.parts.figures import number
from pages.parts.i18n import _, language
from pages.parts.names import level_name
from pages.parts.preferences import preferences
from pages.parts.shown_text import escaped, escaped_html
from pages.parts.visitor import Visitor

ROUND = 75.4
"""Length of the ring's circle: 2 pi times its radius of 12."""


def draw_goal(view: TodayView) -> None:
    """How far the day's goal has come; nothing without a goal."""
    goal = preferences().goal
    if goal is None:
        return
    share = min(1.0, done_of(goal, view) / goal.amount)
    colour = "light-dark(#2f7f6f,#58b5a2)"
    ring = (
        '<svg width="30" height="30" viewBox="0 0 30 30" aria-hidden="true" style="flex:none;transform:rotate(-90deg)">'
        '<circle cx="15" cy="15" r="12" fill="none" stroke="currentColor" stroke-opacity=".15" stroke-width="5"/>'
        f'<circle cx="15" cy="15" r="12" fill="none" stroke="{colour}" stroke-width="5" '
        f'stroke-dasharray="{share * ROUND:.1f} {ROUND}"/></svg>'
    )
    st.html(
        f'<div style="display:flex;align-items:center;gap:12px;font-size:15px">{ring}<span>{escaped_html(goal_text(goal, view))}</span></div>'
    )


def done_of(goal: DailyGoal, view: TodayView) -> float:
    """What was done today of what the goal counts."""
    return view.minutes_today if goal.unit == "minutes" else view.answered_today


def goal_text(goal: DailyGoal, view: TodayView) -> str:
    """`Today: 12 of 15 minutes`."""
    done, amount = number(done_of(goal, view)), number(goal.amount)
    if goal.unit == "minutes":
        text = _("Today: {done} of {amount} minutes").format(done=done, amount=amount)
    else:
        text = _("Today: {done} of {amount} cards").format(done=done, amount=amount)
    return _("{goal}. That is your goal.").format(goal=text) if done_of(goal, view) >= goal.amount else text


def day_is_done(view: TodayView, plan: DailyPlan | None) -> bool:
    """Whether the goal is reached, or everything that was planned is done."""
    goal = preferences().goal
    reached = goal is not None and done_of(goal, view) >= goal.amount
    return reached or (
        plan is not None and bool(plan.recommendations) and all(each.done for each in plan.recommendations)
    )


def draw_story(who: Visitor, view: TodayView, plan: DailyPlan | None, *, level: int) -> None:
    """Once the day is done: a story of the student's level that was not met before, to read or to hear, without questions."""
    if not preferences().story or not day_is_done(view, plan):
        return
    story = who.core.texts.story_for(who.student_id, level, who.caller)
    if story is None:
        return
    with st.container(border=True, key="story_offer"):
        kind = _("A dialogue to hear or read") if story.kind == "dialogue" else _("A story to read or hear")
        st.caption(f"{kind} · {level_name(story.level)} · {_('no questions')}")
        # The Chinese title is to be read; whoever reads the pages in English gets the other beside it.
        title = story.title.zh if language() == "zh" else f"{story.title.zh} · {story.title.en}"
        st.page_link(
            page_named("story"), label=escaped(title), icon=":material/auto_stories:", query_params={"id": story.id}
        )
