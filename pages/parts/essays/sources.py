"""The sources of an essay: a file, a draft, or a text that was handed in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

import streamlit as st

from core.api.assignments import WritingView
from core.errors import WenluError
from core.essays.wire import LONGEST_ESSAY, LONGEST_TITLE
from pages.parts.assignments.words import characters_text
from pages.parts.essays.state import FAULT, draft, put_on_desk, put_text_on_desk
from pages.parts.i18n import _, language
from pages.parts.map.words import shortened
from pages.parts.shown_text import escaped
from pages.parts.texts.input import decoded
from pages.parts.visitor import Visitor
from pages.parts.writing.text import handed_in_text

FILE, CHOSEN, ROUND = "essay_file", "essay_of_mine", "essay_files"
"""Session state: the widgets, and how many files were read, so that the next one finds an empty field."""
MOST_MEGABYTES = 5
LONGEST_NAME = 24


def draw_sources(who: Visitor, *, busy: bool) -> None:
    """Draw two small buttons above the text; while `busy` they are disabled."""
    with st.container(horizontal=True, width="content"):
        _draw_own(who, busy=busy)
        _draw_file(who, busy=busy)


def _draw_own(who: Visitor, *, busy: bool) -> None:
    texts = {text.writing_id: text for text in who.core.writing.texts(who.student_id, who.caller) if text.characters}
    if not texts:
        return
    with st.popover(_("Choose one of my texts"), icon=":material/folder_open:", type="tertiary", disabled=busy):
        for text in texts.values():
            st.button(
                own_text_label(text),
                key=f"essay_own_{text.writing_id}",
                icon=":material/edit:" if text.handed_in_at is None else ":material/send:",
                type="tertiary",
                on_click=put_text_on_desk,
                args=(who, text),
            )


def own_text_label(text: WritingView) -> str:
    """`我的家 · 120 characters · handed in on 20 Nov 2026`."""
    title = escaped(shortened(text.title or _("Without a title yet"), LONGEST_NAME))
    return f"{title} · {characters_text(text.characters)} · {handed_in_text(text)}"


def _draw_file(who: Visitor, *, busy: bool) -> None:
    key = f"{FILE}_{st.session_state.get(ROUND, 0)}"
    with st.popover(_("From a file"), icon=":material/upload_file:", type="tertiary", disabled=busy):
        st.file_uploader(
            _("Word (.docx) or plain text (.txt in UTF-8 or GB 18030)"),
            type=["docx", "txt"],
            max_upload_size=MOST_MEGABYTES,
            key=key,
            on_change=lambda: _take_file(who, key),
        )
        st.caption(_("The text of the file replaces what is here now."))


def _take_file(who: Visitor, key: str) -> None:
    """Put the text of the file on the desk; a file that cannot be read leaves the desk as it is."""
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
    if len(text) > LONGEST_ESSAY:
        st.session_state[FAULT] = _(
            "{name} has {count} characters; at most {most} are reviewed at once. What you wrote is kept."
        ).format(name=upload.name, count=f"{len(text):,}", most=f"{LONGEST_ESSAY:,}")
        return
    st.session_state[ROUND] = int(st.session_state.get(ROUND, 0)) + 1
    put_on_desk(text, draft().title or PurePath(upload.name).stem[:LONGEST_TITLE], draft().level)


def text_of(name: str, file: bytes, *, word: Callable[[bytes], str | None]) -> str | None:
    """The text of an uploaded file; `word` reads Word files. None where it cannot be read.

    >>> text_of("a.txt", "我的家".encode("gbk"), word=lambda _: None)
    '我的家'
    """
    return word(file) if name.lower().endswith(".docx") else decoded(file)
