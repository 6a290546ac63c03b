"""Today: what the teacher gave, the next entry of the plan, the plan as a short list, and one fact about the days before."""

import streamlit as st

from pages.parts.assignments.to_do import draw_to_do, open_assignments
from pages.parts.dates import day_in_shanghai
from pages.parts.evidence import draw_evidence
from pages.parts.gate import require_role
from pages.parts.hearing import ask_for_voice, draw_sound_line
from pages.parts.i18n import _
from pages.parts.level import draw_level
from pages.parts.plan.times import draw_first_times, draw_save_result
from pages.parts.plan.today import (
    draw_first_step,
    draw_greeting,
    draw_more,
    draw_next_entry,
    draw_open_round,
    draw_plan_list,
    draw_today_numbers,
    never_practised,
)
from pages.parts.report.replies import draw_replies
from pages.parts.shown_text import escaped

who = require_role("student")
now = who.core.clock.now()
view = who.core.answers.today(who.student_id, who.caller)
settings = who.core.plan.settings(who.student_id, who.caller)
plan = None
if settings is not None:
    with st.spinner(_("Making your plan…")):
        plan = who.core.plan.day(who.student_id, day_in_shanghai(now), who.caller)

to_do = open_assignments(who)
draw_greeting(who, view, plan, given=len(to_do))
draw_to_do(to_do, now, primary=view.open_session is None)
level = who.core.knowledge.level(who.student_id, who.caller)
# Before anything is known the first step below leads to the placement.
if level.known or plan is not None or not never_practised(view):
    draw_level(who, who.student_id, level)
if view.open_session is not None:
    draw_open_round(view.open_session)
if plan is not None:
    draw_save_result()
    draw_next_entry(who, plan, now, primary=view.open_session is None and not to_do)
    draw_plan_list(plan, now)
    draw_more(who, view, planned=True)
elif not never_practised(view):
    draw_first_times(who, primary=view.open_session is None and not to_do)
    draw_more(who, view, planned=False)
elif view.open_session is None:
    draw_first_step(who, primary=not to_do)
if plan is not None or not never_practised(view):
    draw_today_numbers(view)
if plan is not None:
    draw_sound_line(who)
if view.highlight:
    st.subheader(_("Worth noting"))
    with st.container(border=True):
        st.markdown(f":material/verified: {escaped(view.highlight)}")
        draw_evidence(who, who.student_id, view.evidence)
draw_replies(
    who.core.answers.appeals(who.caller, student_id=who.student_id),
    who.core.rulings.accepted(who.student_id, who.caller),
    who.core.rulings.marks_taken_back(who.student_id, who.caller),
)
ask_for_voice(who)
