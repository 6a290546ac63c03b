"""The page of somebody who signed in by a one-time code: nothing else opens before a password is chosen."""

from __future__ import annotations

import streamlit as st

from core.errors import WenluError
from pages.parts.brand import draw_name
from pages.parts.i18n import _
from pages.parts.menu import draw_settings
from pages.parts.people.visit import refusal_text
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor


def draw_first_password(who: Visitor) -> None:
    """Whose account it is, two fields, one button."""
    head, choice = st.columns([1, 1], vertical_alignment="center")
    with head:
        draw_name(size_px=48)
    with choice:
        draw_settings(who)
    st.subheader(_("Welcome, {name}").format(name=escaped(who.account.display_name)))
    st.markdown(_("Choose your own password. The code that you came with stops working."))
    with st.form("first_password"):
        st.text_input(_("User name"), value=who.account.username, disabled=True, autocomplete="username")
        password = st.text_input(
            _("New password (8 characters or more)"), type="password", max_chars=256, autocomplete="new-password"
        )
        again = st.text_input(_("The same once more"), type="password", max_chars=256, autocomplete="new-password")
        if not st.form_submit_button(_("Save and begin"), type="primary"):
            return
    if password != again:
        st.error(_("The two passwords differ. Type them once more."), icon=":material/error:")
        return
    try:
        who.core.access.people.choose_password(who.account, password, cookie=who.cookie)
    except WenluError as error:
        st.error(escaped(refusal_text(error)), icon=":material/error:")
        return
    st.rerun()
