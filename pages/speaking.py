"""Speaking: choose a text, hear it, read it aloud, and see each initial, final and tone."""

import streamlit as st

from pages.parts.gate import require_role
from pages.parts.speaking.choice import TEXT, draw_choice
from pages.parts.speaking.desk import draw_desk, draw_stored, reading_in_address
from pages.parts.speaking.head import draw_head

who = require_role("student")
evaluation_id = reading_in_address()
draw_head("texts" if evaluation_id is None else "history")
if evaluation_id is not None:
    draw_stored(who, evaluation_id)
elif TEXT in st.query_params:
    draw_desk(who)
else:
    draw_choice(who)
