"""The school's short name: the sign-in finds the school by it, and cards and links hold it."""

from __future__ import annotations

from urllib.parse import urlencode

import streamlit as st

from core.errors import WenluError
from pages.parts.i18n import _, language
from pages.parts.people.cards import site_address
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor


def draw_school(who: Visitor) -> None:
    """The link to the sign-in of this school, and a field to change the short name in it."""
    st.subheader(_("Sign-in of the school"))
    if message := st.session_state.pop("school_address_saved", None):
        st.success(message, icon=":material/check:")
    organisation = who.core.administration.organisation(who.caller)
    address = organisation.address or ""
    st.markdown(_("People of the school sign in here; elsewhere they may be asked which school it is."))
    st.code(f"{site_address()}/?{urlencode({'school': address})}", language=None)
    if organisation.demo:
        st.caption(_("The short name of the demo school cannot be changed."))
        return
    with st.form("school_address_form", border=False):
        field, button = st.columns([3, 1], vertical_alignment="bottom")
        typed = field.text_input(
            _("Short name of the school"),
            value=address,
            max_chars=32,
            help=_(
                "Cards and links that were given out hold the short name before; they stop working. Whoever comes by one is asked for the full name."
            ),
            key="school_address",
        )
        if not button.form_submit_button(_("Save"), width="stretch") or typed.strip() == address:
            return
    try:
        who.core.administration.set_school_address(typed, who.caller)
    except WenluError as error:
        st.error(escaped(error.remedy(language())), icon=":material/error:")
        return
    st.session_state["school_address_saved"] = _("The short name is changed.")
    st.rerun()
