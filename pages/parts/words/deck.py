"""The student's words: what to do with them now, the list with its search, and files to take along."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import date
from math import ceil

import streamlit as st

from core.api.words import DeckWord
from core.errors import WenluError
from core.records.words import OwnWord
from pages.parts.addresses import page_named
from pages.parts.brand import KAI
from pages.parts.dates import day_in_shanghai, short_day
from pages.parts.hearing import ask_for_voice, has_voice
from pages.parts.i18n import _, language, ngettext
from pages.parts.map.words import level_short
from pages.parts.shown_text import escaped, escaped_html
from pages.parts.visitor import Visitor
from pages.parts.words.flip import begin, draw_flip, under_way
from pages.parts.words.search import draw_search

PAGE_WORDS = 20
REMOVED = "words_removed"
"""Session state: the word that was removed last, until it is put back or another is removed."""
SAMPLE = "我们一起去图书馆看书吧。"


@st.fragment
def words_desk(who: Visitor) -> None:
    """The cards to turn over while there are any, else the deck; a rerun runs this fragment only."""
    if under_way():
        draw_flip(who)
        return
    words = who.core.words.pressing(who.student_id, who.caller)
    if not words:
        _draw_empty()
    else:
        _draw_next_step(who, words)
    _draw_undo(who)
    draw_search(who, {word.word for word in words})
    if words:
        _draw_list(who, words)
        _draw_files(who)
    ask_for_voice(who)


def _draw_empty() -> None:
    st.markdown(
        _("There are no words here yet. Tap any Chinese word, on any page, and choose “Add to my words”. Try it:")
    )
    with st.container(border=True):
        st.html(f'<p lang="zh-CN" style="font:32px/1.6 {KAI};margin:0">{SAMPLE}</p>')
    _draw_keys()
    st.page_link(page_named("lessons"), label=_("Open a lesson"), icon=":material/auto_stories:")


def _draw_keys() -> None:
    st.caption(_("With a keyboard: Alt+W marks a word, the arrow keys move on, Enter opens it, Esc closes it."))


def _draw_next_step(who: Visitor, words: Sequence[DeckWord]) -> None:
    now = who.core.clock.now()
    due = [word for word in words if word.is_due(now)]
    count = ngettext("{count} word in your deck", "{count} words in your deck", len(words))
    if due:
        st.markdown(f"{count} · " + ngettext("**{count} to practise now**", "**{count} to practise now**", len(due)))
    else:
        st.markdown(f"{count} · {_nothing_due(words, day_in_shanghai(now))}")
    with st.container(horizontal=True):
        if st.button(_("Practise my words"), type="primary", icon=":material/edit_note:", key="words_practise"):
            _practise(who, words)
        st.button(_("Turn cards over"), icon=":material/flip:", key="words_flip", on_click=begin, args=(due or words,))


def _nothing_due(words: Sequence[DeckWord], today: date) -> str:
    """What is said where no word is due yet."""
    next_day = day_in_shanghai(min(word.due_at for word in words if word.due_at is not None))
    if next_day == today:
        return _("nothing is due now. Practise ahead, or come back later today.")
    return _("nothing is due today. Practise ahead, or come back on {day}.").format(day=short_day(next_day))


def _practise(who: Visitor, words: Sequence[DeckWord]) -> None:
    try:
        with st.spinner(_("Choosing exercises on your words…")):
            view = who.core.words.practise(who.student_id, who.caller, voice=has_voice())
    except WenluError as error:
        st.error(escaped(error.remedy(language())))
        return
    if view is not None:
        st.switch_page(page_named("practice"), query_params={"session": view.session_id})
    st.toast(_("The bank has no further exercise on these words, so you turn cards over."))
    begin(words)
    st.rerun()


# -- the list -----------------------------------------------------------------------------------------------------


def _draw_list(who: Visitor, words: Sequence[DeckWord]) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        search = st.text_input(_("Search my words"), key="words_search", placeholder=_("Characters, pinyin or meaning"))
        level = st.selectbox(
            _("Level"),
            sorted({word.level for word in words if word.level is not None}),
            index=None,
            format_func=level_short,
            placeholder=_("All levels"),
            key="words_level",
            width=160,
        )
    found = [word for word in words if _matches(word, search) and level in (None, word.level)]
    if not found:
        st.info(_("None of your words matches."), icon=":material/search_off:")
        return
    pages = ceil(len(found) / PAGE_WORDS)
    page = st.pagination(pages, key="words_page") if pages > 1 else 1
    for word in found[(page - 1) * PAGE_WORDS : page * PAGE_WORDS]:
        _draw_word(who, word)


def _matches(word: DeckWord, search: str) -> bool:
    wanted = search.strip().lower()
    return any(wanted in text.lower() for text in (word.word, word.pinyin, _plain(word.pinyin), word.meaning))


def _plain(pinyin: str) -> str:
    """Pinyin without marks, as people type it into a search."""
    return "".join(each for each in unicodedata.normalize("NFD", pinyin) if not unicodedata.combining(each))


def _draw_word(who: Visitor, word: DeckWord) -> None:
    facts = [
        _("Level {level}").format(level=level_short(word.level)) if word.level else _("Not in the word list"),
        _due(who, word),
    ]
    sentence = escaped_html(word.sentence).replace(escaped_html(word.word), f"<b>{escaped_html(word.word)}</b>")
    with st.container(border=True, horizontal=True, vertical_alignment="center", key=f"own_{word.word}"):
        st.html(
            f'<div><span lang="zh-CN" style="font:30px/1.3 {KAI}">{escaped_html(word.word)}</span> '
            f'<span lang="zh-Latn" style="font-size:16px;margin-left:8px">{escaped_html(word.pinyin)}</span>'
            f'<div lang="en" style="font-size:15px">{escaped_html(word.meaning)}</div>'
            + (f'<div lang="zh-CN" style="font:19px/1.6 {KAI}">{sentence}</div>' if word.sentence != word.word else "")
            + f'<div style="font-size:13px;opacity:.75">{escaped_html(" · ".join(facts))}</div></div>',
        )
        st.button(
            _("Remove"),
            icon=":material/close:",
            type="tertiary",
            key=f"own_remove_{word.word}",
            on_click=_remove,
            args=(who, word.word),
        )


def _due(who: Visitor, word: DeckWord) -> str:
    if word.due_at is None:
        return _("not practised yet")
    now = who.core.clock.now()
    if word.due_at <= now:
        return _("to review now")
    day = day_in_shanghai(word.due_at)
    days = (day - day_in_shanghai(now)).days
    if days == 0:
        return _("to review later today")
    return _("to review tomorrow") if days == 1 else _("to review on {day}").format(day=short_day(day))


def _remove(who: Visitor, word: str) -> None:
    st.session_state[REMOVED] = who.core.words.remove(who.student_id, word, who.caller)


def _draw_undo(who: Visitor) -> None:
    removed: OwnWord | None = st.session_state.get(REMOVED)
    if removed is None:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(_("“{word}” was removed. What you answered on it stays.").format(word=escaped(removed.word)))
        st.button(_("Undo"), icon=":material/undo:", key="words_undo", on_click=_put_back, args=(who, removed))


def _put_back(who: Visitor, removed: OwnWord) -> None:
    who.core.words.restore(removed, who.caller)
    st.session_state[REMOVED] = None


# -- files --------------------------------------------------------------------------------------------------------


def _draw_files(who: Visitor) -> None:
    st.caption(_("Take your words along: in Anki, a later import adds the new ones and keeps your schedule."))
    with st.container(horizontal=True):
        st.download_button(
            _("Anki (.apkg)"),
            lambda: who.core.words.as_anki(who.student_id, who.caller),
            file_name="wenlu-words.apkg",
            mime="application/octet-stream",
            icon=":material/download:",
            on_click="ignore",
            key="words_anki",
        )
        st.download_button(
            _("Table (.csv)"),
            lambda: who.core.words.as_csv(who.student_id, who.caller),
            file_name="wenlu-words.csv",
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
            key="words_csv",
        )
    _draw_keys()
