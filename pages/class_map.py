"""Class map: students by points, what to teach next, which students need the same point, who needs help and why, and what helped."""

import streamlit as st

from pages.parts.assignments.give import draw_giving
from pages.parts.classroom.heat_map import draw_heat_map
from pages.parts.classroom.helped import draw_helped
from pages.parts.classroom.needs import draw_advice, draw_help, first_point, first_sentence
from pages.parts.classroom.portraits import draw_portraits
from pages.parts.gate import require_role
from pages.parts.i18n import _

who = require_role("teacher", "admin")
st.title(_("Class knowledge map"))
sentence = st.container()
draw_giving(who)
view = draw_heat_map(who)
if view is None:
    st.stop()
sentence.markdown(first_sentence(view))
draw_advice(who, first_point(view.teach_next))
draw_helped(who)
draw_help(who, len(view.needs_help))
draw_portraits(who)
