"""Lessons: the catalogue of everything that the player plays, with search and filters."""

import streamlit as st

from pages.parts.assignments.gift import may_give
from pages.parts.assignments.give import draw_giving
from pages.parts.gate import require_role
from pages.parts.i18n import _
from pages.parts.lessons.list import draw_lesson_filters, draw_lessons

who = require_role("student", "teacher")
st.title(_("Lessons"))
st.markdown(_("Short lessons that play by themselves: watch, listen, repeat, answer. Choose one to open it."))
draw_giving(who)
lesson_filter = draw_lesson_filters(who.core.tables.themes)
resources = [resource for resource in who.core.plan.resources.all if lesson_filter.fits(resource)]
draw_lessons(resources, who.core.tables.points.by_id, gives=may_give(who))
