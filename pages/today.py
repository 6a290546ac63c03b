"""Today: what to do now, and one true thing about the days before."""

import streamlit as st

from pages.parts.evidence import draw_evidence
from pages.parts.i18n import _
from pages.parts.plan import draw_first_step, draw_greeting, draw_open_round, draw_plan, draw_today_numbers
from pages.parts.replies import draw_replies
from pages.parts.visitor import require_role

who = require_role("student")
view = who.core.today(who.student_id, who.caller)

draw_greeting(who, view)
if view.open_session is not None:
    draw_open_round(view.open_session)
never_practised = not (view.answered_today or view.streak_days or view.to_review or view.highlight)
if never_practised and view.open_session is None:
    draw_first_step(who)
else:
    draw_plan(who, view)
    draw_today_numbers(view)
if view.highlight:
    st.subheader(_("One true thing"))
    with st.container(border=True):
        st.markdown(f":material/verified: {view.highlight}")
        draw_evidence(who, who.student_id, view.evidence)
draw_replies(who.core.appeals(who.caller, student_id=who.student_id))
