"""The monthly report: a sentence first, then numbers that open down to the answers under them."""

import streamlit as st

from core.answers.wire import ReportRequest
from pages.parts.i18n import _
from pages.parts.report_view import csv_of, draw_numbers, draw_points, draw_skills, draw_trend, report_sentence
from pages.parts.report_whose import pick_month, whose_report
from pages.parts.visitor import require_role

who = require_role("student", "teacher", "admin")
student_id = whose_report(who)
st.title(_("Report"))
month = pick_month(who)
report = who.core.learning_report(ReportRequest(student_id=student_id, month=month), who.caller)
st.markdown(report_sentence(report))
if report.overall_progress.total_attempts:
    draw_numbers(report)
    draw_trend(report)
    draw_skills(report)
    draw_points(who, report)
    st.download_button(
        _("Download as CSV"),
        csv_of(report),
        file_name=f"wenlu-{student_id}-{month or 'last-30-days'}.csv",
        mime="text/csv",
        icon=":material/download:",
    )
