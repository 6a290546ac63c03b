"""A field in which any word or sentence can be looked up: the way to the word at hand without a pointer."""

from __future__ import annotations

from collections.abc import Collection

import streamlit as st

from core.api.words import WordEntry
from core.errors import WenluError
from core.words.wire import LONGEST_LOOKED_AT
from pages.parts.brand import KAI
from pages.parts.i18n import _, language
from pages.parts.map.words import level_short
from pages.parts.shown_text import escaped, escaped_html
from pages.parts.visitor import Visitor
from pages.parts.words.hand import put_by

MOST_FOUND = 12
"""Words of a sentence that are listed."""
FIELD = "words_look"


def draw_search(who: Visitor, own: Collection[str]) -> None:
    """The field, and the words of what was typed. `own`: the words that the student has put by."""
    text = st.text_input(
        _("Look up a word or a sentence"), key=FIELD, max_chars=LONGEST_LOOKED_AT, placeholder=_("For example 图书馆")
    ).strip()
    if not text:
        return
    try:
        entries = _entries(who, text)
    except WenluError as error:
        st.warning(escaped(error.remedy(language())))
        return
    if not entries:
        st.info(_("There is no Chinese word in it. Type characters, not pinyin."), icon=":material/search_off:")
    for entry in entries:
        _draw_entry(who, entry, is_own=entry.word in own)


def _entries(who: Visitor, text: str) -> list[WordEntry]:
    """The words of the text in order, each once."""
    entries: dict[str, WordEntry] = {}
    at = 0
    while at < len(text) and len(entries) < MOST_FOUND:
        entry = who.core.words.look(text, at, who.caller)
        if entry is not None:
            entries.setdefault(entry.word, entry)
        at = at + 1 if entry is None else max(entry.end, at + 1)
    return list(entries.values())


def _draw_entry(who: Visitor, entry: WordEntry, *, is_own: bool) -> None:
    level = (
        _("Not in the word list") if entry.level is None else _("Level {level}").format(level=level_short(entry.level))
    )
    parts = " + ".join(f"{part.text} {part.pinyin}" for part in entry.parts)
    meaning = entry.meaning or parts or _("Nobody has written down its meaning yet.")
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.html(
            f'<div><span lang="zh-CN" style="font:30px/1.3 {KAI}">{escaped_html(entry.word)}</span> '
            f'<span lang="zh-Latn" style="font-size:16px;margin-left:8px">{escaped_html(entry.pinyin)}</span>'
            f'<div style="font-size:15px">{escaped_html(meaning)}</div>'
            f'<div style="font-size:13px;opacity:.75">{escaped_html(level)}</div></div>'
        )
        if is_own:
            st.caption(_("In my words"))
        else:
            st.button(
                _("Add to my words"),
                icon=":material/bookmark_add:",
                key=f"look_add_{entry.word}",
                on_click=_add,
                args=(who, entry),
            )


def _add(who: Visitor, entry: WordEntry) -> None:
    if problem := put_by(who, entry):
        st.toast(escaped(problem))
