"""Settings: what holds on every page, saved at once in the account."""

import streamlit as st

from pages.parts.gate import require_role
from pages.parts.i18n import _
from pages.parts.settings.chinese import draw_chinese_text
from pages.parts.settings.day import draw_day
from pages.parts.settings.languages import draw_languages
from pages.parts.settings.privacy import draw_privacy
from pages.parts.settings.saving import draw_saved
from pages.parts.settings.sound import draw_look, draw_sound

who = require_role("student", "teacher", "admin")

st.title(_("Settings"))
st.caption(_("Each choice is saved at once and holds on every page. Choose again to undo it."))
draw_languages(who)
draw_chinese_text(who)
draw_sound(who)
draw_look()
if who.account.role == "student":
    draw_day(who)
draw_privacy(who)
draw_saved()
