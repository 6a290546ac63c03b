"""Which part of a page is looked at, where a page has several; it stands in the address."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from pages.parts.i18n import _


def chosen_view(key: str, views: Mapping[str, str]) -> str:
    """The part looked at; the first time the one in the address.

    Parameters
    ----------
    key
        Of the choice in the session state, to be set by whoever leads to another part.
    views
        Parts with icon and name, the first one that a page opens with.
    """
    first = next(iter(views))
    if key not in st.session_state:
        asked = st.query_params.get("view", first)
        st.session_state[key] = asked if asked in views else first
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
