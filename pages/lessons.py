"""Lessons: everything that plays, to search, to filter, to open."""

import streamlit as st

from pages.parts.gate import require_role
from pages.parts.i18n import _
from pages.parts.lessons.list import draw_lesson_filters, draw_lessons

who = require_role("student", "teacher")
st.title(_("Lessons"))
st.markdown(_("Short lessons that play by themselves: watch, listen, repeat, answer. Choose one to open it."))
wanted = draw_lesson_filters(who.core.tables.themes)
draw_lessons([each for each in who.core.plan.resources.all if wanted.fits(each)], who.core.tables.points.by_id)
