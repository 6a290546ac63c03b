"""Story: a passage or dialogue to read or to hear, without questions."""

import streamlit as st

from pages.parts.gate import require_role
from pages.parts.plan.story import draw_choice, draw_story_page

who = require_role("student", "teacher")

if story_id := st.query_params.get("id", ""):
    draw_story_page(who, story_id)
else:
    draw_choice(who)
