"""Path and peers: the way to a target in stages, and who could study along."""

import streamlit as st

from core.errors import NotFound
from core.knowledge.wire import PathRequest
from pages.parts.addresses import page_named
from pages.parts.gate import require_role
from pages.parts.i18n import _
from pages.parts.map.goal import draw_goal
from pages.parts.map.path import draw_replan, draw_stages, path_sentence
from pages.parts.map.peers import draw_peers
from pages.parts.report.choice import chosen_student

who = require_role("student", "teacher", "admin")
st.title(_("Path and peers"))
try:
    student_id = chosen_student(who)
    path = who.core.knowledge.path(PathRequest(student_id=student_id), who.caller)
except NotFound:
    st.warning(_("There is no such student in your organisation."), icon=":material/person_off:")
    st.page_link(page_named("class_map"), label=_("To the class knowledge map"), icon=":material/grid_on:")
    st.stop()

goal = who.core.knowledge.goal(student_id, "hsk", who.caller)
st.markdown(path_sentence(path, goal, who.core.tables.points.by_id))
draw_goal(who, student_id, goal, path)
draw_stages(who, path, who.core.tables.points.by_id)
draw_replan()
if who.account.role == "student":
    draw_peers(who)
