"""Giving the text whose level was looked at: to be read, or to be read aloud."""

from __future__ import annotations

import streamlit as st

from core.api.assignments import LONGEST_TEXT, AloudWork, TextWork
from core.errors import WenluError
from pages.parts.assignments.gift import Gift, draw_give_button, may_give
from pages.parts.i18n import _
from pages.parts.map.words import shortened
from pages.parts.visitor import Visitor

LONGEST_TITLE = 16


def draw_gifts(who: Visitor, text: str) -> None:
    """Buttons for a teacher; nothing for a text that is too long to be given, and none for reading aloud where it cannot be read."""
    if not may_give(who) or len(text) > LONGEST_TEXT:
        return
    title = shortened(" ".join(text.split()), LONGEST_TITLE)
    with st.container(horizontal=True):
        to_read = Gift(title=title, work=TextWork(text=text), preview=text)
        draw_give_button(to_read, "text_give", label=_("Give to read"))
        try:
            who.core.speaking.readable(text)
        except WenluError:
            return
        aloud = Gift(title=_("Read aloud: {text}").format(text=title), work=AloudWork(text=text), preview=text)
        draw_give_button(aloud, "text_give_aloud", label=_("Give to read aloud"))
