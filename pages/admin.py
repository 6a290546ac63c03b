"""Administration: what needs a person, and below it people and keys, plan and bill, data and privacy, the service."""

import streamlit as st

from pages.parts.admin.needs import draw_needs
from pages.parts.admin.sections import draw_section
from pages.parts.admin.views import which_view
from pages.parts.gate import require_role
from pages.parts.i18n import _

who = require_role("admin")

st.title(_("Administration"))
draw_needs(who)
draw_section(which_view(), who)
