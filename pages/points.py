"""Grammar: the 572 points of the standard, to search, to read, to practise."""

import streamlit as st

from pages.parts.assignments.give import draw_giving
from pages.parts.gate import require_role
from pages.parts.i18n import _
from pages.parts.points.detail import draw_point
from pages.parts.points.list import chosen_point, draw_filters, draw_list, filtered
from pages.parts.texts.reading import catalogue_of

who = require_role("student", "teacher", "admin")
st.title(_("Grammar"))
st.markdown(_("All 572 points of GF 0025-2021. Choose one to read its explanation, see examples and practise it."))
draw_giving(who)
catalogue, table = catalogue_of(who), who.core.tables.points
matches = filtered(list(catalogue.values()), *draw_filters(list(catalogue.values()), table))
draw_list(matches, table)
point = chosen_point(catalogue)
if point is not None:
    draw_point(who, point)
