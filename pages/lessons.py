"""Lessons: as a course, unit by unit and point by point with what was played, and as a list with search and filters."""

import streamlit as st

from pages.parts.assignments.gift import may_give
from pages.parts.assignments.give import draw_giving
from pages.parts.gate import require_role
from pages.parts.i18n import _
from pages.parts.lessons.course import draw_course
from pages.parts.lessons.list import draw_lesson_filters, draw_lessons
from pages.parts.lessons.words import draw_view_choice

who = require_role("student", "teacher")
st.title(_("Lessons"))
st.markdown(_("Short lessons that play by themselves: watch, listen, repeat, answer. Choose one to open it."))
draw_giving(who)
view = draw_view_choice("all" if may_give(who) else "units")  # who gives lessons looks for one
if view == "all":
    lesson_filter = draw_lesson_filters(who.core.tables.themes)
    offered = [*(who.core.plan.own_lessons(who.caller) if may_give(who) else []), *who.core.plan.resources.all]
    resources = [resource for resource in offered if lesson_filter.fits(resource)]
    draw_lessons(resources, who.core.tables.points.by_id, gives=may_give(who))
else:
    draw_course(who, view)
