"""About: what this is and for whom, what levels and figures mean, where the data comes from, what is kept."""

import streamlit as st

from pages.parts.about.sources import draw_sources
from pages.parts.about.text import draw_figures, draw_privacy, draw_purpose, draw_standards, draw_voice
from pages.parts.admin.state import wenlu_version
from pages.parts.gate import require_role
from pages.parts.i18n import _

who = require_role("student", "teacher", "admin")

st.title(_("About"))
draw_purpose()
draw_standards(who.core)
draw_figures()
draw_privacy(who.core)
draw_voice(who.core)
draw_sources(who.core)
st.caption(_("Wenlu, version {version}").format(version=wenlu_version()))
