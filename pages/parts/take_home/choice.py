"""Of which month, and in which language, the reports are."""

from __future__ import annotations

import streamlit as st

from core.wire import Language
from pages.parts.dates import month_name, months_back
from pages.parts.i18n import _
from pages.parts.i18n import language as interface_language
from pages.parts.visitor import Visitor

MONTHS = 12
NAMES: dict[Language, str] = {"zh": "中文", "en": "English"}


def chosen_month(who: Visitor) -> str:
    """A month `YYYY-MM`; at first the present one."""
    return str(
        st.selectbox(
            _("Month"), months_back(who.core.clock.now(), MONTHS), format_func=month_name, key="home_month", width=260
        )
    )


def chosen_language() -> Language:
    """The language of those who read the reports, at first that of the interface."""
    chosen = st.segmented_control(
        _("Language of the reports"),
        ("zh", "en"),
        default=interface_language(),
        format_func=lambda each: NAMES["en" if each == "en" else "zh"],
        key="home_language",
        required=True,
    )
    return "en" if chosen == "en" else "zh"
