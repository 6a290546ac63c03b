"""Where a text comes in: pasted, from a file, or an example."""

from __future__ import annotations

import streamlit as st

from core.texts.wire import LONGEST_TEXT
from pages.parts.i18n import _
from pages.parts.shown_text import escaped

KEY = "text_level_text"
MOST_BYTES = 400_000
MOST_MEGABYTES = 1
EXAMPLE = (
    "星期天下午，小雨和妈妈一起去公园散步。公园里的人很多，有的在唱歌，有的在跑步。小雨虽然有点儿累，但是心情非常好。"
    "她对妈妈说：“如果每个星期天都能来，那就太好了！”妈妈笑着回答：“只要你把作业写完，我们就来。”"
)


def draw_input() -> None:
    """The field, the file, and the button; the text stays in the session while the visitor looks around."""
    with st.form("text_level_form", border=False):
        typed = st.text_area(
            _("Chinese text, up to 20,000 characters"),
            value=st.session_state.get(KEY, ""),
            height=180,
            placeholder=_("Paste a text here, simplified or traditional."),
        )
        upload = st.file_uploader(
            _("Or a text file (.txt, UTF-8 or GB 18030)"), type=["txt"], max_upload_size=MOST_MEGABYTES
        )
        submitted = st.form_submit_button(_("See its level"), type="primary", icon=":material/search:")
    if submitted:
        _accept(typed, upload.getvalue() if upload else None)
    if KEY not in st.session_state:
        st.caption(_("Nothing is stored: the text stays in this browser session."))
        st.button(_("Try an example"), on_click=lambda: st.session_state.update({KEY: EXAMPLE}))
    if error := st.session_state.pop("text_level_error", None):
        st.error(escaped(error), icon=":material/error:")


def entered_text() -> str | None:
    """The text that was entered; None before there is one."""
    text = st.session_state.get(KEY)
    return text if isinstance(text, str) and text else None


def _accept(typed: str, file: bytes | None) -> None:
    text = typed if file is None else decoded(file)
    if text is None:
        st.session_state["text_level_error"] = _(
            "The file cannot be read as text. Save it as UTF-8 and upload it again, or paste the text."
        )
    elif len(text) > LONGEST_TEXT:
        st.session_state["text_level_error"] = _(
            "The text has {count} characters; at most {most} can be looked at. Shorten it or look at it in parts."
        ).format(count=f"{len(text):,}", most=f"{LONGEST_TEXT:,}")
    elif not text.strip():
        st.session_state["text_level_error"] = _("There is no text yet: paste one or choose a file.")
    else:
        st.session_state[KEY] = text


def decoded(file: bytes) -> str | None:
    """A text file in UTF-8 (with or without a mark) or GB 18030; None for anything else.

    >>> decoded("你好".encode()), decoded("你好".encode("gb18030")), decoded(bytes([0, 159, 146, 150, 255]))
    ('你好', '你好', None)
    """
    if len(file) > MOST_BYTES or b"\x00" in file:
        return None
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return file.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None
