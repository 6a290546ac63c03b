"""The report of a month: a sentence first, then numbers that open down to the answers under them."""

import streamlit as st

from core.answers.wire import ReportRequest
from core.errors import NotFound
from pages.parts.addresses import page_named
from pages.parts.gate import require_role
from pages.parts.i18n import _
from pages.parts.level import draw_level
from pages.parts.plan.week_learned import draw_week
from pages.parts.report.change import change_sentence, draw_change
from pages.parts.report.choice import chosen_month, chosen_student
from pages.parts.report.download import draw_download
from pages.parts.report.figures import draw_glance, draw_skills, draw_trend
from pages.parts.report.gains import draw_gains, gains_sentence
from pages.parts.report.points import draw_objections, draw_points
from pages.parts.report.words import first_sentence
from pages.parts.speaking.of_student import draw_readings

who = require_role("student", "teacher", "admin")
st.title(_("Report"))
try:
    with st.container(horizontal=True):
        student_id = chosen_student(who)
        month = chosen_month(who)
    report = who.core.answers.report(ReportRequest(student_id=student_id, month=month), who.caller)
except NotFound:
    st.warning(_("There is no such student in your organisation."), icon=":material/person_off:")
    st.page_link(page_named("class_inbox"), label=_("To the class"), icon=":material/groups:")
    st.stop()

level = who.core.knowledge.level(student_id, who.caller)
if report.overall_progress.total_attempts:
    st.markdown(f"{first_sentence(report, month)}\n\n{change_sentence(report, month)}\n\n{gains_sentence(report)}")
    draw_level(who, student_id, level)
    draw_glance(report, month)
    draw_change(report)
    draw_trend(report.overall_progress)
    draw_skills(report)
    draw_gains(who, report)
    if month is None:
        draw_week(who, student_id)
    draw_points(who, report)
else:
    st.markdown(
        _("No answers in this period. A report is built from answers only; one round of practice gets it started.")
    )
    draw_level(who, student_id, level)
    if who.account.role == "student" and st.button(_("Practise now"), type="primary", key="to_practice"):
        st.switch_page(page_named("practice"))
draw_objections(who, student_id)
draw_readings(who, student_id)
if report.overall_progress.total_attempts:
    draw_download(who, report, month, level)
