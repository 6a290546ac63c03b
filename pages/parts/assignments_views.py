"""Which part of the teacher's page Assignments is looked at; it stands in the address."""

from __future__ import annotations

import streamlit as st

from pages.parts.i18n import _

GIVEN, NEW, LINKS = "given", "new", "links"
VIEWS = (GIVEN, NEW, LINKS)
VIEW_KEY = "assignments_view"


def which_view() -> str:
    """The part looked at; the first time the one in the address."""
    if VIEW_KEY not in st.session_state:
        asked = st.query_params.get("view", GIVEN)
        st.session_state[VIEW_KEY] = asked if asked in VIEWS else GIVEN
    names = {GIVEN: _("Given"), NEW: _("Give something"), LINKS: _("My links")}
    icons = {GIVEN: ":material/assignment_turned_in:", NEW: ":material/add:", LINKS: ":material/link:"}
    chosen = st.segmented_control(
        _("Part of the page"),
        VIEWS,
        format_func=lambda each: f"{icons[each]} {names[each]}",
        key=VIEW_KEY,
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )
    st.query_params["view"] = chosen or GIVEN
    return chosen or GIVEN


def go_to(view: str) -> None:
    """Look at another part from the next run on."""
    st.session_state[VIEW_KEY] = view
