"""Account: the browsers in which the person is signed in, with buttons to sign out there."""

import streamlit as st

from pages.parts.admin.signins import draw_signins
from pages.parts.gate import require_role
from pages.parts.i18n import _

who = require_role("student", "teacher", "admin")

st.title(_("Account"))
st.subheader(_("Where you are signed in"))
draw_signins(who, who.account)
st.caption(
    _("Sign out of what you do not know, then ask your administrator for a new password: it ends every sign-in.")
)
