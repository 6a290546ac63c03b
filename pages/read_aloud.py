"""Reading aloud: the sentences of a plan, heard, said and scored one by one."""

import streamlit as st

from pages.parts.aloud.desk import draw_desk, tasks_in_address
from pages.parts.aloud.start import draw_start
from pages.parts.gate import require_role
from pages.parts.i18n import _

who = require_role("student")
st.title(_("Reading aloud"), anchor=False)
tasks = tasks_in_address()
if tasks:
    draw_desk(who, tasks)
else:
    draw_start(who)
