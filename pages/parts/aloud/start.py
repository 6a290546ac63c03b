"""Sentences to read aloud without a plan: some of a level, others every time."""

from __future__ import annotations

import streamlit as st

from pages.parts.addresses import page_named
from pages.parts.i18n import _
from pages.parts.level import draw_level_choice
from pages.parts.visitor import Visitor

SENTENCES = 5


def draw_start(who: Visitor) -> None:
    """Draw the choice of a level and the button that starts."""
    st.markdown(_("Hear a sentence, say it, then see and hear each syllable."))
    level = draw_level_choice(who, "aloud_level")
    if st.button(
        _("Start with {count} sentences").format(count=SENTENCES),
        type="primary",
        icon=":material/play_arrow:",
        key="aloud_start",
    ):
        start_sentences(who, level)


def start_sentences(who: Visitor, level: int) -> None:
    """Go to the desk with other sentences of a level."""
    tasks = who.core.speaking.draw_sentences(level, SENTENCES)
    st.switch_page(page_named("read_aloud"), query_params={"tasks": ",".join(tasks)})
