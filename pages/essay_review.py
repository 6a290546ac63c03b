"""Essay review: what staff read of students' essays. A student's essays are reviewed at the desk (writing), to which old addresses lead on."""

import streamlit as st

from pages.parts.addresses import page_named
from pages.parts.essays.history import draw_history
from pages.parts.essays.result import asked_essay, draw_asked
from pages.parts.essays.teacher import draw_student_choice
from pages.parts.gate import require_role

who = require_role("student", "teacher", "admin")
if who.account.role == "student":
    st.switch_page(page_named("writing"), query_params=st.query_params.to_dict())
if (evaluation_id := asked_essay()) is not None:
    draw_asked(who, evaluation_id)
elif (student_id := draw_student_choice(who)) is not None:
    draw_history(who, student_id)
