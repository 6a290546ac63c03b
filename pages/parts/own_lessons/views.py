"""Which part of the page is looked at; it stands in the address."""

from __future__ import annotations

import streamlit as st

from pages.parts.i18n import _
from pages.parts.views import chosen_view

WRITE, LIST = "write", "list"
VIEW_KEY = "olesson_view"


def which_view(count: int) -> str:
    """The part looked at; `count` lessons are there."""
    return chosen_view(
        VIEW_KEY,
        {
            WRITE: f":material/edit: {_('Write a lesson')}",
            LIST: f":material/list: {_('Our lessons ({count})').format(count=count)}",
        },
    )


def go_to(view: str) -> None:
    """Look at another part from the next run on."""
    st.session_state[VIEW_KEY] = view
