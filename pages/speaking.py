"""Speaking: hear a sentence, read it aloud, and see each initial, final and tone; or choose another text."""

import streamlit as st

from pages.parts.gate import require_role
from pages.parts.i18n import _
from pages.parts.speaking.choice import TEXT
from pages.parts.speaking.desk import draw_desk, draw_first, draw_stored, reading_in_address

who = require_role("student")
evaluation_id = reading_in_address()
st.title(_("Speaking"), anchor=False)
if evaluation_id is not None:
    draw_stored(who, evaluation_id)
elif TEXT in st.query_params:
    draw_desk(who)
else:
    st.markdown(_("Read it aloud. You see how each initial, final and tone went, and where that cannot be judged."))
    draw_first(who)
