"""The review that is open on the page of reviews, and its address."""

from __future__ import annotations

import streamlit as st

from core.api.essays import HskLevel
from pages.parts.essays.words import LEVELS

ESSAY, STUDENT = "essay", "student"
"""Parameters of the address: the review that is shown; the student whose essays a teacher reads."""


def as_declared(level: int | None) -> HskLevel | None:
    """A level of the standard as a level of the essay contract, whose highest is 6."""
    return None if level is None else LEVELS[min(max(level, 1), 6) - 1]


def open_essay(evaluation_id: str) -> None:
    """Show a review in the address."""
    kept_query = {STUDENT: st.query_params[STUDENT]} if STUDENT in st.query_params else {}
    st.query_params.from_dict({**kept_query, ESSAY: evaluation_id})


def close_essay() -> None:
    """Return to the list of the student."""
    kept_query = {STUDENT: st.query_params[STUDENT]} if STUDENT in st.query_params else {}
    st.query_params.from_dict(kept_query)
