"""The target: a level or chosen points, and if the student wants a date and a pace."""

from __future__ import annotations

from datetime import date

import streamlit as st

from core.errors import WenluError
from core.knowledge.wire import GoalRequest, LearningPath
from core.records.learner import LearningGoal
from pages.parts.dates import day_in_shanghai, day_name
from pages.parts.i18n import _, language
from pages.parts.map.words import level_short, names_of
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

LEVELS = (1, 2, 3, 4, 5, 6, 7)
LEAST_MINUTES, MOST_MINUTES = 10, 5000


def draw_goal(who: Visitor, student_id: str, goal: LearningGoal | None, path: LearningPath) -> None:
    """The target in words, and for the student the form to choose another."""
    st.subheader(_("Target"))
    st.markdown(goal_text(who, goal, path))
    if who.account.role != "student":
        return
    with st.expander(_("Choose a target"), icon=":material/flag:", expanded=goal is None):
        _draw_form(who, student_id, goal, path)
    if goal is not None and st.button(_("Remove the target"), icon=":material/undo:", key="goal_back"):
        who.core.knowledge.remove_goal(student_id, "hsk", who.caller)
        st.rerun()


def goal_text(who: Visitor, goal: LearningGoal | None, path: LearningPath) -> str:
    """`Level 3 by 1 Mar 2027, 120 minutes a week`."""
    if goal is None:
        level = level_short(int(path.target_level.removeprefix("level_")))
        return _("No target is chosen; for now the path leads through level {level}.").format(level=level)
    if goal.points:
        text = names_of(goal.points, who.core.tables.points.by_id)
    else:
        text = _("Level {level}").format(level=level_short(goal.target_level or 1))
    if goal.due is not None:
        text = _("{target} by {day}").format(target=text, day=day_name(goal.due))
    if goal.minutes_a_week is not None:
        text += _(", {minutes} minutes a week").format(minutes=goal.minutes_a_week)
    return f"**{text}**"


def _draw_form(who: Visitor, student_id: str, goal: LearningGoal | None, path: LearningPath) -> None:
    today = day_in_shanghai(who.core.clock.now())
    default_level = goal.target_level if goal and goal.target_level else int(path.target_level.removeprefix("level_"))
    with st.form("goal_form", border=False):
        level = st.segmented_control(
            _("Level to reach"), LEVELS, default=default_level, format_func=level_short, key="goal_level", required=True
        )
        due_column, pace_column = st.columns(2)
        due = due_column.date_input(
            _("By when (optional)"), value=goal.due if goal and goal.due and goal.due > today else None,
            min_value=today, format="YYYY-MM-DD", key="goal_due",
        )  # fmt: skip
        minutes = pace_column.number_input(
            _("Minutes a week (optional)"), LEAST_MINUTES, MOST_MINUTES, goal.minutes_a_week if goal else None,
            step=10, key="goal_minutes", placeholder=_("your own pace"),
        )  # fmt: skip
        if st.form_submit_button(_("Set target")):
            _set_goal(who, student_id, int(level or default_level), due if isinstance(due, date) else None, minutes)


def _set_goal(who: Visitor, student_id: str, level: int, due: date | None, minutes: int | None) -> None:
    request = GoalRequest(
        student_id=student_id,
        target_level=f"level_{level}",
        due=due,
        minutes_a_week=None if minutes is None else int(minutes),
    )
    try:
        who.core.knowledge.set_goal(request, who.caller)
    except WenluError as error:
        st.error(escaped(error.remedy(language())), icon=":material/error:")
        return
    st.rerun()
