"""Starting a round of practice from any page."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.answers.wire import StartPractice
from core.errors import WenluError
from pages.parts.addresses import page_named
from pages.parts.hearing import has_voice
from pages.parts.i18n import language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor


def begin_round(who: Visitor, requests: Sequence[StartPractice], *, nothing_left: str) -> None:
    """Open the practice page on the first of the requests that has cards; where none has, show `nothing_left`."""
    for request in requests:
        try:
            view = who.core.practice.start(request, who.caller, voice=has_voice())
        except WenluError as error:
            st.error(escaped(error.remedy(language())), icon=":material/error:")
            return
        if view.cards:
            st.switch_page(page_named("practice"), query_params={"session": view.session_id})
    st.info(escaped(nothing_left), icon=":material/info:")
