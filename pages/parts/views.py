"""Which part of a page is shown, where a page has several; the address holds it."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from pages.parts.i18n import _


def chosen_view(key: str, views: Mapping[str, str]) -> str:
    """The part to show: the one chosen last, at first the one in the address.

    Parameters
    ----------
    key
        Key of the choice in the session state; code that leads to another part sets it.
    views
        Parts by key, each with its icon and name; a page opens with the first.
    """
    first = next(iter(views))
    if key not in st.session_state:
        named = st.query_params.get("view", first)
        st.session_state[key] = named if named in views else first
    chosen = st.segmented_control(
        _("Part of the page"),
        list(views),
        format_func=views.__getitem__,
        key=key,
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )
    st.query_params["view"] = chosen or first
    return chosen or first
