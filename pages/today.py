"""Today: one thing to go on with, what the teacher gave, the road from here, the plan as a short list, and one fact about the days before."""

import streamlit as st

from pages.parts.assignments.to_do import draw_to_do, open_assignments
from pages.parts.dates import day_in_shanghai
from pages.parts.evidence import draw_evidence
from pages.parts.gate import require_role
from pages.parts.hearing import ask_for_voice, draw_sound_line
from pages.parts.i18n import _
from pages.parts.level import draw_level
from pages.parts.plan.goal import draw_goal, draw_story
from pages.parts.plan.next_thing import draw_next_thing
from pages.parts.plan.times import draw_first_times, draw_save_result
from pages.parts.plan.today import (
    draw_greeting,
    draw_more,
    draw_placement_link,
    draw_plan_list,
    draw_today_numbers,
    never_practised,
)
from pages.parts.plan.week_learned import draw_week_of_today
from pages.parts.report.replies import draw_replies
from pages.parts.road.units import draw_road_from_here
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
road = who.core.road.whole(who.student_id, who.caller)
level = who.core.knowledge.level(who.student_id, who.caller)
is_new = never_practised(view) and plan is None
draw_greeting(who, view, plan, given=len(to_do))
draw_goal(view)
shown = draw_next_thing(who, view, to_do, plan, road, now)
if is_new and not level.known:
    draw_placement_link()
draw_story(who, view, plan, level=level.level if level.known else 1)
draw_road_from_here(who, road)
draw_to_do(to_do[1:] if shown == "assignment" else to_do, now, primary=False)
if level.known or not is_new:
    draw_level(who, who.student_id, level)
if plan is not None:
    draw_save_result()
    draw_plan_list(who, plan, now)
if not is_new:
    draw_more(who, view, planned=plan is not None)
    draw_today_numbers(view)
if plan is None and not is_new:
    draw_first_times(who, primary=False)
if plan is not None:
    draw_sound_line(who)
if view.highlight:
    st.subheader(_("Worth noting"))
    with st.container(border=True):
        st.markdown(f":material/verified: {escaped(view.highlight)}")
        draw_evidence(who, who.student_id, view.evidence)
if not never_practised(view):
    draw_week_of_today(who)
draw_replies(
    who.core.answers.appeals(who.caller, student_id=who.student_id),
    who.core.rulings.accepted(who.student_id, who.caller),
    who.core.rulings.marks_taken_back(who.student_id, who.caller),
)
ask_for_voice(who)
