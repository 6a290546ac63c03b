"""The one thing about the look that theme tokens cannot say."""

from __future__ import annotations

import streamlit as st

PRIMARY_TEXT = (
    "<style>button[kind='primary'], button[kind='primaryFormSubmit'] { color: light-dark(#ffffff, #14181d); }</style>"
)
"""Streamlit writes white on every primary button; on the lighter vermilion of the dark theme that is 3.2 : 1."""


def draw_look() -> None:
    """Ink on the primary button in the dark."""
    st.html(PRIMARY_TEXT)
