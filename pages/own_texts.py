"""Texts with questions: write one, see its level, points and new words, approve it, give it; look after those that are there."""

import streamlit as st

from pages.parts.assignments.give import draw_giving
from pages.parts.gate import require_role
from pages.parts.i18n import _
from pages.parts.own_texts.change import LAST_ACTION
from pages.parts.own_texts.list import draw_list
from pages.parts.own_texts.views import WRITE, which_view
from pages.parts.own_texts.write import draw_write

who = require_role("teacher", "admin")
draw_giving(who)
st.title(_("Texts with questions"))
view = which_view(who.core.own_texts.count(who.caller))
LAST_ACTION.draw()
if view == WRITE:
    draw_write(who)
else:
    draw_list(who, who.core.own_texts.texts(who.caller))
