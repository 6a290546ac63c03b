"""A text from a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

import streamlit as st

from core.api.assignments import LONGEST_TEXT, LONGEST_TITLE
from core.errors import WenluError
from pages.parts.i18n import _, language
from pages.parts.texts.input import decoded
from pages.parts.visitor import Visitor
from pages.parts.writing.state import FAULT

FILE, ROUND = "desk_file", "desk_files"
"""Session state: the widget, and how many files were read, so that the next one finds an empty field."""
MOST_MEGABYTES = 5
Put = Callable[[str, str], None]
"""Puts a text with a title on the sheet."""


def draw_file(who: Visitor, *, busy: bool, put: Put) -> None:
    """Draw the field for a file, whose text `put` takes."""
    key = f"{FILE}_{st.session_state.get(ROUND, 0)}"
    with st.popover(_("From a file"), icon=":material/upload_file:", type="tertiary", disabled=busy):
        st.file_uploader(
            _("Word (.docx) or plain text (.txt in UTF-8 or GB 18030)"),
            type=["docx", "txt"],
            max_upload_size=MOST_MEGABYTES,
            key=key,
            on_change=lambda: _take_file(who, key, put),
        )
        st.caption(_("The text of the file replaces what is here now; “Undo” takes that back."))


def _take_file(who: Visitor, key: str, put: Put) -> None:
    """Put the text of the file on the sheet; a file that cannot be read leaves the sheet as it is."""
    upload = st.session_state.get(key)
    if upload is None:
        return
    try:
        text = text_of(upload.name, upload.getvalue(), word=who.core.documents.word_text)
    except WenluError as error:
        st.session_state[FAULT] = error.remedy(language())
        return
    if text is None:
        st.session_state[FAULT] = _(
            "{name} cannot be read. Save it as .docx or as plain text in UTF-8, or paste the text; what you wrote is kept."
        ).format(name=upload.name)
        return
    if not text.strip():
        st.session_state[FAULT] = _("{name} holds no text; what you wrote is kept.").format(name=upload.name)
        return
    if len(text) > LONGEST_TEXT:
        st.session_state[FAULT] = _(
            "{name} has {count} characters; at most {most} are reviewed at once. What you wrote is kept."
        ).format(name=upload.name, count=f"{len(text):,}", most=f"{LONGEST_TEXT:,}")
        return
    st.session_state[ROUND] = int(st.session_state.get(ROUND, 0)) + 1
    put(text, PurePath(upload.name).stem[:LONGEST_TITLE])


def text_of(name: str, file: bytes, *, word: Callable[[bytes], str | None]) -> str | None:
    """The text of an uploaded file; `word` reads Word files. None where it cannot be read.

    >>> text_of("a.txt", "我的家".encode("gbk"), word=lambda _: None)
    '我的家'
    """
    return word(file) if name.lower().endswith(".docx") else decoded(file)
