"""Cards to turn over: a word, then its reading, meaning and sentence, then the student's own grade."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import streamlit as st

from core.api.words import DeckWord, Grade
from core.errors import NotFound
from pages.parts.brand import KAI
from pages.parts.components import listen_bar
from pages.parts.hearing import has_voice
from pages.parts.i18n import _, ngettext
from pages.parts.shown_text import escaped_html
from pages.parts.speaking.desk import listening_words
from pages.parts.visitor import Visitor

FLIP = "words_flip_round"
"""Session state: the cards of the round, which one is shown, whether it is turned, and how the others were graded."""
MOST_CARDS = 10


def begin(words: Sequence[DeckWord]) -> None:
    """Begin a round over the first words."""
    st.session_state[FLIP] = {"cards": list(words[:MOST_CARDS]), "at": 0, "turned": False, "known": 0}


def under_way() -> bool:
    """Whether a round was begun and not left."""
    return FLIP in st.session_state


def draw_flip(who: Visitor) -> None:
    """The card of the round, or how it went."""
    held: dict[str, Any] = st.session_state[FLIP]
    cards: list[DeckWord] = held["cards"]
    if held["at"] >= len(cards):
        _draw_end(held)
        return
    word = cards[held["at"]]
    st.progress(held["at"] / len(cards), text=f"{held['at'] + 1} / {len(cards)}")
    with st.container(border=True):
        _draw_face(word, turned=held["turned"])
        if held["turned"] and (word.recording or has_voice()):
            listen_bar()(
                key=f"flip_listen_{held['at']}",
                data={"lines": [{"text": word.word, "file": word.recording or ""}], "ui": listening_words()},
            )
    with st.container(horizontal=True):
        if held["turned"]:
            for grade, label, key in _grades():
                st.button(
                    label,
                    key=f"flip_{grade}",
                    type="primary" if grade == "known" else "secondary",
                    shortcut=key,
                    on_click=_grade,
                    args=(who, word.word, grade),
                )
        else:
            st.button(_("Turn over"), type="primary", shortcut="Space", key="flip_turn", on_click=_turn)
        st.button(_("Leave"), type="tertiary", key="flip_leave", on_click=_leave)
    if not held["turned"]:
        st.caption(_("Say the word and what it means, then turn the card over."))


def _draw_face(word: DeckWord, *, turned: bool) -> None:
    # Until it is turned, the card keeps its reading and meaning to itself.
    shut = "" if turned else " data-no-words"
    st.html(
        f'<div{shut} style="text-align:center;padding:16px 0"><div lang="zh-CN" style="font:64px/1.3 {KAI}">{escaped_html(word.word)}</div>'
        + (_back(word) if turned else "")
        + "</div>"
    )


def _back(word: DeckWord) -> str:
    sentence = "" if word.sentence == word.word else word.sentence
    return (
        f'<div lang="zh-Latn" style="font-size:24px">{escaped_html(word.pinyin)}</div>'
        f'<div lang="en" style="font-size:18px;margin-top:8px">{escaped_html(word.meaning)}</div>'
        f'<div lang="zh-CN" style="font:24px/1.6 {KAI};margin-top:16px">{escaped_html(sentence)}</div>'
    )


def _grades() -> tuple[tuple[Grade, str, str], ...]:
    return ("forgotten", _("Forgotten"), "1"), ("nearly", _("Nearly"), "2"), ("known", _("I knew it"), "3")


def _turn() -> None:
    st.session_state[FLIP]["turned"] = True


def _grade(who: Visitor, word: str, grade: Grade) -> None:
    held = st.session_state[FLIP]
    with suppress(NotFound):  # removed in another window meanwhile: there is nothing to note
        who.core.words.recall(who.student_id, word, grade, who.caller)
    held["at"] += 1
    held["turned"] = False
    held["known"] += grade == "known"


def _leave() -> None:
    st.session_state.pop(FLIP, None)


def _draw_end(held: dict[str, Any]) -> None:
    st.success(
        ngettext(
            "You knew {known} of {count} word.",
            "You knew {known} of {count} words.",
            len(held["cards"]),
            known=str(held["known"]),
        ),
        icon=":material/check_circle:",
    )
    st.markdown(
        _(
            "What you forgot comes back tomorrow, what you knew later: each word when you are likely to begin to forget it."
        )
    )
    st.button(_("Back to my words"), type="primary", key="flip_back", on_click=_leave)
