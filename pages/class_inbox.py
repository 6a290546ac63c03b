"""The class: the questions that wait for the teacher, the level of each student and how much they practised, the marks that students object to."""

import streamlit as st

from pages.parts.classroom.appeals import draw_appeals
from pages.parts.classroom.rulings import draw_rulings
from pages.parts.classroom.students import draw_students
from pages.parts.classroom.ways import draw_ways
from pages.parts.essays.inbox import draw_dismissed
from pages.parts.gate import require_role
from pages.parts.i18n import _, ngettext
from pages.parts.names import student_label

who = require_role("teacher", "admin")
appeals = who.core.answers.appeals(who.caller)
dismissed = who.core.essay_reviews.dismissed(who.caller)
waiting = sum(appeal.status == "open" for appeal in appeals) + len(dismissed)

st.title(_("Class overview"))
if waiting:
    st.markdown(
        ngettext(
            "{count} student's question is waiting for you below.",
            "{count} students' questions are waiting for you below.",
            waiting,
        )
    )
else:
    st.markdown(_("Nothing waits for you. Open a student's report to see what to work on next."))
draw_ways()
names = {line.student_id: student_label(line.name, line.number) for line in draw_students(who)}
draw_appeals(who, appeals, names)
draw_dismissed(who, dismissed, names)
draw_rulings(who)
