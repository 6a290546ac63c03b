"""The road: units with a can-do goal, level by level; one of them with its steps."""

import streamlit as st

from pages.parts.gate import require_role
from pages.parts.hearing import ask_for_voice
from pages.parts.road.back import UNIT_PARAMETER
from pages.parts.road.unit import draw_unit
from pages.parts.road.units import draw_road

who = require_role("student")
if unit_id := st.query_params.get(UNIT_PARAMETER):
    draw_unit(who, unit_id)
else:
    draw_road(who)
ask_for_voice(who)
