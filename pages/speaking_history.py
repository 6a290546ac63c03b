"""History of speaking: everything a student has read aloud, texts and words of drills in one list with its plot."""

import streamlit as st

from pages.parts.gate import require_role
from pages.parts.i18n import _
from pages.parts.speaking.history import draw_history

who = require_role("student")
st.title(_("History of speaking"), anchor=False)
draw_history(who, who.student_id)
