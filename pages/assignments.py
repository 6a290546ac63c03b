"""Assignments: teachers give a class something to do and see who did what; students see what is theirs to do."""

import streamlit as st

from pages.parts.assignments.class_progress import draw_class_progress
from pages.parts.assignments.gradebook import draw_gradebook
from pages.parts.assignments.last_action import draw_last_action
from pages.parts.assignments.links import draw_links
from pages.parts.assignments.new import draw_new_assignment
from pages.parts.assignments.own import draw_own_assignments
from pages.parts.assignments.views import GIVEN, GRADEBOOK, NEW, which_view
from pages.parts.gate import require_role
from pages.parts.i18n import _

who = require_role("student", "teacher", "admin")
if who.account.role == "student":
    draw_own_assignments(who)
    st.stop()
st.title(_("Assignments"))
view = which_view()
draw_last_action(who)
if view == GIVEN:
    draw_class_progress(who)
elif view == NEW:
    draw_new_assignment(who)
elif view == GRADEBOOK:
    draw_gradebook(who)
else:
    draw_links(who)
