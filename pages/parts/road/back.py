"""The way from a step's page back to its unit: the address holds the page that the step was begun on and the unit."""

from __future__ import annotations

import streamlit as st

from pages.parts.addresses import page_named
from pages.parts.i18n import _
from pages.parts.plan.begin import FROM_PARAMETER

ROAD = "road"
UNIT_PARAMETER = "unit"


def step_parameters(unit_id: str) -> dict[str, str]:
    """What the address of a step's page holds beside the step."""
    return {FROM_PARAMETER: ROAD, UNIT_PARAMETER: unit_id}


def unit_to_return_to() -> str | None:
    """The unit whose step the page was opened for; None where it was opened otherwise."""
    if st.query_params.get(FROM_PARAMETER) != ROAD:
        return None
    return st.query_params.get(UNIT_PARAMETER) or None


def open_unit(unit_id: str) -> None:
    """Go to the unit's page."""
    st.switch_page(page_named(ROAD), query_params={UNIT_PARAMETER: unit_id})


def draw_link_back(unit_id: str) -> None:
    """A link to the unit."""
    st.page_link(
        page_named(ROAD),
        label=_("Back to the unit"),
        icon=":material/signpost:",
        query_params={UNIT_PARAMETER: unit_id},
        width="content",
    )
