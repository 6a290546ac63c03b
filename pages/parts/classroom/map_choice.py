"""The choice of a level of the class map, and what to do while it is empty."""

from __future__ import annotations

import streamlit as st

from pages.parts.addresses import page_named
from pages.parts.i18n import _
from pages.parts.map.choice import ALL, LEVELS
from pages.parts.map.words import level_short

FIRST_LEVEL = 1


def which_level() -> int:
    """The chosen level, 1-7, or 0 for all levels; the address holds it."""
    named = st.query_params.get("level", "")
    default = int(named) if named in {str(level) for level in LEVELS} else FIRST_LEVEL
    chosen = st.segmented_control(
        _("Level"), LEVELS, default=default, format_func=_level_text, key="class_map_level", required=True
    )
    level = default if chosen is None else int(chosen)
    st.query_params["level"] = str(level)
    return level


def _level_text(level: int) -> str:
    return _("All") if level == ALL else level_short(level)


def draw_first_step() -> None:
    """What to do while nobody has answered anything."""
    st.markdown(_("There are no answers yet. The map fills as students practise, on these pages or over the API."))
    st.page_link(page_named("class_inbox"), label=_("To the class"), icon=":material/groups:")
