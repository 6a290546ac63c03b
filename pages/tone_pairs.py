"""Tone pairs: twenty pairs as they came out in all readings, and drills on them: hear, choose, say."""

import streamlit as st

from pages.parts.ear.practice import draw_ear, ear_session
from pages.parts.ear.tables import draw_tables
from pages.parts.gate import require_role
from pages.parts.hearing import ask_for_voice, draw_sound_line
from pages.parts.i18n import _
from pages.parts.tone_pairs.drill import begin, draw_drill, session
from pages.parts.tone_pairs.matrix import draw_matrix

who = require_role("student")
cells = who.core.speaking.tone_pairs(who.student_id, who.caller)
st.title(_("Tone pairs"), anchor=False)
now = session()
draw_sound_line(who)
if now is None:
    draw_ear(who)
if now is None and ear_session() is None:
    st.subheader(_("Drills on two tones"), anchor=False)
    st.markdown(_("Two tones side by side are harder than one. Start with the pairs that are weakest, or click one."))
    st.button(
        _("Drill the weakest"),
        type="primary",
        icon=":material/play_arrow:",
        key="drill_begin",
        on_click=begin,
        args=(who, cells),
    )
elif now is not None:
    draw_drill(who, cells, now)
    st.subheader(_("All pairs"), anchor=False)
clicked = draw_matrix(cells, None if now is None else (now.drill.first, now.drill.second))
if clicked is not None:
    begin(who, cells, clicked)
    st.rerun()
draw_tables(who)
ask_for_voice(who)
