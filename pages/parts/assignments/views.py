"""Which part of the teacher's page Assignments is shown; the address holds it."""

from __future__ import annotations

import streamlit as st

from pages.parts.i18n import _
from pages.parts.views import chosen_view

GIVEN, NEW, LINKS, GRADEBOOK = "given", "new", "links", "gradebook"
VIEW_KEY = "assignments_view"


def which_view() -> str:
    """The part to show."""
    return chosen_view(
        VIEW_KEY,
        {
            GIVEN: f":material/assignment_turned_in: {_('Assigned')}",
            NEW: f":material/add: {_('New assignment')}",
            GRADEBOOK: f":material/table_view: {_('Gradebook')}",
            LINKS: f":material/link: {_('My links')}",
        },
    )


def go_to(view: str) -> None:
    """Show another part from the next run on."""
    st.session_state[VIEW_KEY] = view
