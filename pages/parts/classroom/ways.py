"""The ways from the class overview to what a teacher does most, under the words that a teacher has for them."""

from __future__ import annotations

import streamlit as st

from pages.parts.addresses import page_named
from pages.parts.i18n import _


def draw_ways() -> None:
    """A row of links."""
    with st.container(horizontal=True, key="class_ways"):
        for page, label, icon, query in (
            ("assignments", _("Give homework"), "assignment_add", {"view": "new"}),
            ("marking", _("Mark essays"), "grading", {}),
            ("take_home", _("Reports for parents"), "family_home", {}),
            ("present", _("Present at a meeting"), "slideshow", {}),
        ):
            st.page_link(page_named(page), label=label, icon=f":material/{icon}:", query_params=query, width="content")
