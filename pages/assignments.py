"""Assignments: teachers give a class something to do and see who did what; students see what is theirs to do."""

import streamlit as st

from pages.parts.assignments.done import draw_done
from pages.parts.assignments.given import draw_given
from pages.parts.assignments.links import draw_links
from pages.parts.assignments.mine import draw_mine
from pages.parts.assignments.new import draw_new
from pages.parts.assignments.views import GIVEN, NEW, which_view
from pages.parts.gate import require_role
from pages.parts.i18n import _

who = require_role("student", "teacher", "admin")
if who.account.role == "student":
    draw_mine(who)
    st.stop()
st.title(_("Assignments"))
view = which_view()
draw_done(who)
if view == GIVEN:
    draw_given(who)
elif view == NEW:
    draw_new(who)
else:
    draw_links(who)
