"""Knowledge map: the 853 points of one student as regions and points; a click opens what stands under a point and what to do about it."""

import streamlit as st

from core.errors import NotFound
from pages.parts.addresses import page_named
from pages.parts.assignments.give import draw_giving
from pages.parts.gate import require_role
from pages.parts.i18n import _
from pages.parts.map.contests import draw_contests
from pages.parts.map.desk import map_desk
from pages.parts.map.fresh import current_level, fresh_map
from pages.parts.map.words import next_step
from pages.parts.report.choice import chosen_student

who = require_role("student", "teacher", "admin")
st.title(_("Knowledge map"))
draw_giving(who)
try:
    student_id = chosen_student(who)
    view = fresh_map(who, student_id)
except NotFound:
    st.warning(_("There is no such student in your organisation."), icon=":material/person_off:")
    st.page_link(page_named("class_map"), label=_("To the class knowledge map"), icon=":material/grid_on:")
    st.stop()

own = who.account.role == "student"
st.markdown(next_step(view, who.core.tables.points.by_id, own=own))
map_desk(who, view, current_level(who, student_id))
if own:
    draw_contests(who)
    st.page_link(page_named("learning_path"), label=_("Path and peers"), icon=":material/route:")
