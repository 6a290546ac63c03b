"""Take home: a report of the class for colleagues, and one for each student's parents, with a comment by the teacher."""

import streamlit as st

from pages.parts.gate import require_role
from pages.parts.i18n import _
from pages.parts.take_home.choice import chosen_language, chosen_month
from pages.parts.take_home.class_report import draw_class_report
from pages.parts.take_home.parents import draw_parents

who = require_role("teacher", "admin")
st.title(_("Reports to take home"))
with st.container(horizontal=True):
    month = chosen_month(who)
    language = chosen_language()
lines = who.core.answers.class_lines(who.caller, month=month)
if not lines:
    st.markdown(
        _("There are no students in this class yet. Put some into it, or choose another class in the side bar.")
    )
    st.stop()
draw_class_report(who, lines, month, language)
draw_parents(who, month, language)
