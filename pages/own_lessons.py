"""Lessons of one's own: write the scenes of a lesson on the board, watch it in the player, give it; look after those that are there."""

import streamlit as st

from pages.parts.assignments.give import draw_giving
from pages.parts.gate import require_role
from pages.parts.i18n import _
from pages.parts.own_lessons.change import LAST_ACTION
from pages.parts.own_lessons.list import draw_list
from pages.parts.own_lessons.views import WRITE, which_view
from pages.parts.own_lessons.write import draw_write

who = require_role("teacher")
draw_giving(who)
st.title(_("Lessons of our own"))
lessons = who.core.own_lessons.lessons(who.caller)
view = which_view(len(lessons))
LAST_ACTION.draw()
if view == WRITE:
    draw_write(who)
else:
    draw_list(who, lessons)
