"""The portrait: what stands out, the six abilities, the student's own past, the tree, and why each number is what it is."""

import streamlit as st

from core.errors import NotFound
from pages.parts.addresses import page_named
from pages.parts.gate import require_role
from pages.parts.i18n import _
from pages.parts.level import draw_level
from pages.parts.portrait.contests import draw_contests
from pages.parts.portrait.effort import draw_effort
from pages.parts.portrait.file import draw_files
from pages.parts.portrait.labels import draw_labels
from pages.parts.portrait.next import draw_first_step, draw_next
from pages.parts.portrait.past import draw_past
from pages.parts.portrait.radar import draw_six, medians_for
from pages.parts.portrait.view import fresh_portrait, nothing_known, six_of
from pages.parts.portrait.why import draw_tree_with_why
from pages.parts.report.choice import chosen_student

who = require_role("student", "teacher", "admin")
st.title(_("Portrait"))
try:
    student_id = chosen_student(who)
    # Reading the contests settles those that are answered: before the portrait is made.
    contests = who.core.contests.of_student(student_id, who.caller)
    view = fresh_portrait(who, student_id)
except NotFound:
    st.warning(_("There is no such student in your organisation."), icon=":material/person_off:")
    st.page_link(page_named("class_inbox"), label=_("To the class"), icon=":material/groups:")
    st.stop()

if nothing_known(view):
    draw_first_step(who)
    st.stop()
six = six_of(view)
draw_next(who, six)
draw_level(who, student_id, who.core.knowledge.level(student_id, who.caller))
draw_labels(view)
draw_six(six, medians_for(who))
draw_effort(view, six)
draw_past(who, student_id)
draw_tree_with_why(who, student_id, view)
draw_contests(who, contests)
draw_files(who, student_id)
