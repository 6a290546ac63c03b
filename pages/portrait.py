"""The portrait: the six abilities, what stands out and the next step on one screen; behind it what the numbers are made of."""

import streamlit as st

from core.errors import NotFound
from pages.parts.addresses import page_named
from pages.parts.gate import require_role
from pages.parts.i18n import _
from pages.parts.portrait.desk import draw_portrait
from pages.parts.portrait.next import draw_first_step
from pages.parts.portrait.view import fresh_portrait, nothing_known
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
draw_portrait(who, student_id, view, contests)
