"""Administration: the organisation's plan and quota, its API keys, the bill of the month, the state of the service."""

import streamlit as st

from pages.parts.i18n import _
from pages.parts.keys import draw_keys
from pages.parts.organisation import draw_bill, draw_health, draw_quota
from pages.parts.visitor import require_role

who = require_role("admin")
quota = who.core.quota(who.caller)
st.title(_("Administration"))
draw_quota(quota)
draw_keys(who)
draw_bill(who, quota.period)
draw_health(who)
