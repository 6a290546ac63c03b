"""Classes: which there are, who is in them, what guardians agreed to; making, moving, ending."""

import streamlit as st

from pages.parts.classes.desk import draw_class
from pages.parts.classes.list import draw_list
from pages.parts.gate import require_role
from pages.parts.i18n import _

who = require_role("teacher", "admin")
lines = {line.class_id: line for line in who.core.classes.lines(who.caller, by=who.account.account_id)}
opened = lines.get(st.query_params.get("class", ""))
if opened is not None:
    draw_class(who, opened, list(lines.values()))
    st.stop()
st.title(_("Manage classes"))
draw_list(who, list(lines.values()))
