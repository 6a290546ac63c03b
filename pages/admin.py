"""Administration: the organisation's plan and quota, its short name, its API keys, accounts, the bill, erasure, the engine of
essays, the recordings, the state of the service and its availability."""

import streamlit as st

from pages.parts.admin.accounts import draw_accounts
from pages.parts.admin.audio_pack import draw_audio_pack
from pages.parts.admin.availability import draw_availability
from pages.parts.admin.bill import draw_bill
from pages.parts.admin.erase import draw_erase
from pages.parts.admin.essay_model import draw_essay_model
from pages.parts.admin.keys import draw_keys
from pages.parts.admin.quota import draw_quota, quota_sentence
from pages.parts.admin.school import draw_school
from pages.parts.admin.state import draw_state
from pages.parts.gate import require_role
from pages.parts.i18n import _

who = require_role("admin")
quota = who.core.administration.quota(who.caller)

st.title(_("Administration"))
st.markdown(quota_sentence(quota))
draw_quota(quota)
draw_school(who)
draw_keys(who)
draw_accounts(who)
draw_bill(who)
draw_erase(who)
draw_essay_model(who)
draw_audio_pack(who)
draw_state(who.core)
draw_availability(who, quota.tier)
