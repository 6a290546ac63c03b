"""The band of a review: level, task and evidence in words, which stand before the number."""

from __future__ import annotations

import streamlit as st

from core.api.essays import EssayReport
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped


def band_text(report: EssayReport) -> str:
    """`Level 3: task done; 8 errors in 200 characters`; "" in reports of before there were bands."""
    return report.band.text.get(language()) if report.band else ""


def draw_band(report: EssayReport) -> None:
    """Draw the band with what a writer at the level can do."""
    if report.band is None:
        return
    st.markdown(f"**{escaped(band_text(report))}**")
    st.caption(_("At this level a writer {ability}.").format(ability=escaped(report.band.can_do.get(language()))))
