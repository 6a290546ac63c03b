"""Which part of the page Items is looked at, and which item is open; both stand in the address."""

from __future__ import annotations

import streamlit as st

from pages.parts.i18n import _
from pages.parts.views import chosen_view

BANK, WRITE, IMPORT = "bank", "write", "import"
VIEW_KEY = "items_view"
ROUND_KEY = "items_round"
"""Session state: counts up whenever the rows of the table may have changed, so that no selection outlives its rows."""


def which_view() -> str:
    """The part looked at."""
    return chosen_view(
        VIEW_KEY,
        {
            BANK: f":material/search: {_('Find items')}",
            WRITE: f":material/edit: {_('Write an item')}",
            IMPORT: f":material/upload_file: {_('Import')}",
        },
    )


def go_to(view: str) -> None:
    """Look at another part from the next run on."""
    st.session_state[VIEW_KEY] = view
    close_item()


def chosen_item() -> str | None:
    """The id of the item in the address."""
    return st.query_params.get("item") or None


def open_item(item_id: str) -> None:
    """Show an item."""
    st.query_params["item"] = item_id


def close_item() -> None:
    """Back to the part from which the item was opened."""
    st.query_params.pop("item", None)
    new_round()


def new_round() -> None:
    """Forget which rows of the table are selected."""
    st.session_state[ROUND_KEY] = table_round() + 1


def table_round() -> int:
    """How often the rows have changed in this browser session."""
    return int(st.session_state.get(ROUND_KEY, 0))
