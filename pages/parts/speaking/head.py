"""The head of everything that is spoken: its title, and the switch between texts, tone pairs and the history."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from pages.parts.addresses import page_named
from pages.parts.i18n import _

View = Literal["texts", "pairs", "history"]
PAGES: dict[View, str] = {"texts": "speaking", "pairs": "tone_pairs", "history": "speaking_history"}
CHOSEN = "speaking_view_chosen"
"""Session state: the view that was chosen and is not open yet."""
MENU_ENTRY = (
    '<style>[data-testid="stSidebar"] a[href$="speaking"]'
    " { background-color: light-dark(rgb(205 176 126 / .15), rgb(167 178 195 / .15)); }"
    ' [data-testid="stSidebar"] a[href$="speaking"] p { font-weight: 600; }</style>'
)
"""The menu lists one page of them all; Streamlit marks it, in these colours, only where that is the one that is open."""


def draw_head(here: View) -> None:
    """Draw the title and the switch; go to another page where its view was just chosen."""
    st.html(MENU_ENTRY)
    st.title(_("Speaking"), anchor=False)
    names = view_names()
    key = f"speaking_view_{here}"
    # The page says what is chosen, also where one comes back to it.
    st.session_state[key] = here
    st.segmented_control(
        _("What to do"),
        list(names),
        format_func=names.__getitem__,
        required=True,
        key=key,
        label_visibility="collapsed",
        on_change=_choose,
        args=(key,),
    )
    chosen: View | None = st.session_state.pop(CHOSEN, None)
    if chosen is not None and chosen != here:
        st.switch_page(page_named(PAGES[chosen]))


def view_names() -> dict[View, str]:
    """Names of the views, in the order of the switch."""
    return {"texts": _("Read a text"), "pairs": _("Tone pairs"), "history": _("My history")}


def _choose(key: str) -> None:
    st.session_state[CHOSEN] = st.session_state[key]
