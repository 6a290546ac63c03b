"""API keys: listed without their secrets, made (the secret is shown once), revoked."""

from __future__ import annotations

import streamlit as st

from core.access.wire import KeyView
from core.records import PERMISSIONS
from pages.parts.i18n import _
from pages.parts.visitor import Visitor

FRESH = "fresh_api_key"


def draw_keys(who: Visitor) -> None:
    """The keys, newest first, and the form for another one."""
    st.subheader(_("API keys"))
    if secret := st.session_state.pop(FRESH, None):
        st.success(_("The new key. It is shown this once only: copy it now."), icon=":material/key:")
        st.code(secret, language=None)
    keys = who.core.api_keys(who.caller)
    active = [key for key in keys if key.revoked_at is None]
    if not active:
        st.caption(_("No active key. Programs need one to call the API."))
    for key in active:
        _draw_key(who, key)
    with st.popover(_("New key"), icon=":material/add:"):
        chosen = st.multiselect(_("Permissions"), PERMISSIONS, default=PERMISSIONS, key="key_permissions")
        if st.button(_("Make the key"), type="primary", key="make_key", disabled=not chosen):
            st.session_state[FRESH] = who.core.new_api_key(frozenset(chosen), who.caller)
            st.rerun()
    revoked = len(keys) - len(active)
    if revoked:
        st.caption(_("Revoked keys: {count}.").format(count=revoked))


def _draw_key(who: Visitor, key: KeyView) -> None:
    with st.container(border=True):
        text, button = st.columns([4, 1], vertical_alignment="center")
        used = f"{key.last_used_at:%Y-%m-%d}" if key.last_used_at else _("never")
        dates = _("made {made}, last used {used}").format(made=f"{key.created_at:%Y-%m-%d}", used=used)
        text.markdown(f"`{key.prefix}…` · {', '.join(sorted(key.permissions))}  \n:small[:gray[{dates}]]")
        with button.popover(_("Revoke")):
            st.markdown(
                _("Programs with this key are refused from then on. This cannot be undone; a new key can be made.")
            )
            if st.button(_("Revoke this key"), key=f"revoke_{key.key_id}"):
                who.core.revoke_api_key(key.key_id, who.caller)
                st.rerun()
