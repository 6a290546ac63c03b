"""A student's text, to be read and downloaded."""

from __future__ import annotations

import streamlit as st

from core.api.assignments import WritingView
from pages.parts.assignments.words import characters_text
from pages.parts.brand import KAI
from pages.parts.dates import day_name
from pages.parts.i18n import _
from pages.parts.shown_text import escaped_html


def draw_text(text: WritingView) -> None:
    """The text in Kai, its length and day, and its download."""
    st.caption(f"{characters_text(text.characters)} · {handed_in_text(text)}")
    st.html(
        f'<div lang="zh-CN" style="font-family:{KAI};font-size:22px;line-height:1.85;white-space:pre-wrap;'
        f'overflow-wrap:anywhere">{escaped_html(text.text)}</div>'
    )
    draw_download(text)


def handed_in_text(text: WritingView) -> str:
    """`handed in on 20 Nov 2026`, `draft, last changed on 20 Nov 2026`."""
    if text.handed_in_at is None:
        return _("draft, last changed on {day}").format(day=day_name(text.changed_at))
    return _("handed in on {day}").format(day=day_name(text.handed_in_at))


def draw_download(text: WritingView) -> None:
    """A button that downloads the text with its title as a plain text file."""
    st.download_button(
        _("Download as text"),
        f"{text.title}\n\n{text.text}\n".lstrip("\n").encode("utf-8-sig"),
        file_name=f"wenlu-{text.writing_id}.txt",
        mime="text/plain",
        icon=":material/download:",
        type="tertiary",
        key=f"writing_file_{text.writing_id}",
        on_click="ignore",
    )
