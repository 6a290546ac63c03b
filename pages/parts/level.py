"""The student's level in words: one sentence, the same on every page that shows it."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from core.knowledge.wire import LearningPath, LevelNow
from pages.parts.addresses import page_named
from pages.parts.i18n import _
from pages.parts.map.words import level_short
from pages.parts.visitor import Visitor

LEVELS = tuple(range(1, 8))


def level_sentence(now: LevelNow) -> str:
    """`Level now: **3** (80 % range 2 to 4).`, as Markdown; where nothing is known it says so."""
    if not now.known:
        return _("Level: not known yet.")
    level, low, high = level_short(now.level), level_short(now.low), level_short(now.high)
    if low == high:
        return _("Level now: **{level}**.").format(level=level)
    return _("Level now: **{level}** (80 % range {low} to {high}).").format(level=level, low=low, high=high)


def draw_level_choice(who: Visitor, key: str, *, width: Literal["content", "stretch"] = "content") -> int:
    """A choice among the levels, at first the lowest that suits the student; it outlives a change of page under `key`."""
    level = st.segmented_control(
        _("Level"),
        LEVELS,
        default=who.core.questions.fit(who.student_id, who.caller).levels()[0],
        format_func=level_short,
        required=True,
        key=key,
        persist_state="session",
        width=width,
    )
    return level or 1


def level_of_path(path: LearningPath) -> LevelNow:
    """The level that a path starts from."""
    level, low, high = (int(text.removeprefix("level_")) for text in (path.current_level, *path.current_band))
    return LevelNow(level=level, low=low, high=high, known=path.level_known)


def draw_level(who: Visitor, student_id: str, now: LevelNow) -> None:
    """The sentence with a link to the path; a student whose level is not known gets a link to the placement instead."""
    own = who.account.role == "student"
    with st.container(horizontal=True, vertical_alignment="center", key="level_now"):
        st.markdown(level_sentence(now), width="content")
        if now.known:
            st.page_link(
                page_named("learning_path"),
                label=_("See the path"),
                icon=":material/route:",
                query_params={} if own else {"student": student_id},
            )
        elif own:
            st.page_link(
                page_named("placement"), label=_("A placement finds it in ten minutes"), icon=":material/stairs:"
            )
        else:
            st.caption(_("A placement or a few rounds of practice show it."), width="content")
