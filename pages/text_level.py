"""Text level: paste or upload a text; see how hard it is and why, its grammar points, and what to change."""

import streamlit as st

from core.errors import Busy
from pages.parts.assignments.give import draw_giving
from pages.parts.gate import require_role
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped
from pages.parts.texts.figures import draw_above, draw_curve, draw_level, draw_lower
from pages.parts.texts.file import draw_exports
from pages.parts.texts.gifts import draw_gifts
from pages.parts.texts.input import draw_input, entered_text
from pages.parts.texts.reading import draw_flags, draw_reading, view_of

who = require_role("student", "teacher", "admin")
st.title(_("Text level"))
draw_giving(who)
draw_input()
text = entered_text()
if text is None:
    st.stop()
try:
    with st.spinner(_("Reading the text…")):
        view = view_of(who, text)
except Busy as busy:
    st.warning(escaped(busy.remedy(language())), icon=":material/hourglass_empty:")
    st.stop()
draw_level(who, view)
draw_gifts(who, text)
if view.result.known:
    level = draw_reading(who, view)
    if view.result.level_known:
        draw_curve(view)
    draw_above(view, level)
    if view.result.level_known:
        draw_lower(who, view)
    draw_exports(who, view)
draw_flags(who)
