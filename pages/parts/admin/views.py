"""Which section of Administration is looked at; the address holds it (`?view=service`)."""

from __future__ import annotations

import streamlit as st

from pages.parts.i18n import _
from pages.parts.views import chosen_view

PEOPLE, PLAN, DATA, SERVICE = "people", "plan", "data", "service"
VIEW_KEY = "admin_view"


def section_names() -> dict[str, str]:
    """The sections, each with its icon and name."""
    return {
        PEOPLE: f":material/badge: {_('People and keys')}",
        PLAN: f":material/receipt_long: {_('Plan and bill')}",
        DATA: f":material/shield: {_('Data and privacy')}",
        SERVICE: f":material/monitor_heart: {_('Service')}",
    }


def which_view() -> str:
    """The section looked at."""
    return chosen_view(VIEW_KEY, section_names())


def go_to(view: str) -> None:
    """Look at another section from the next run on."""
    st.session_state[VIEW_KEY] = view
