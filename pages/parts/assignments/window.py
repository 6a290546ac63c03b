"""Which of a class's assignments stand side by side: the newest at first, any others by turning the page or by a word of the title."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.api.assignments import AssignmentView
from pages.parts.i18n import _

STUDENT_PX = 180
"""Width of the column of students, which stays while the others are moved: name and number, which tells namesakes apart."""


def draw_window(views: Sequence[AssignmentView], size: int, prefix: str) -> list[AssignmentView]:
    """The assignments to show, `size` at most. Where there are more (`views`: all, the newest first), the fields that reach them."""
    if len(views) <= size:
        return list(views)
    search_column, page_column = st.columns([3, 2], vertical_alignment="bottom")
    search = search_column.text_input(
        _("Search titles"), placeholder=_("A word of the title"), key=f"{prefix}search", persist_state="session"
    )
    found = matching(views, search)
    start = page_start(st.session_state.get(f"{prefix}start", 0), len(found), size)
    with page_column.container(horizontal=True, vertical_alignment="center"):
        for step, label, icon in (
            (-size, _("Newer"), ":material/chevron_left:"),
            (size, _("Older"), ":material/chevron_right:"),
        ):
            st.button(
                label,
                icon=icon,
                key=f"{prefix}page_{step}",
                disabled=not 0 <= start + step < len(found),
                on_click=_go,
                args=(f"{prefix}start", start + step),
            )
    last = min(start + size, len(found))
    st.caption(
        _("{first}–{last} of {count} assignments, the newest first").format(
            first=start + 1, last=last, count=len(found)
        )
        if found
        else _("No title holds “{text}”.").format(text=search.strip())
    )
    return found[start:last]


def matching(views: Sequence[AssignmentView], search: str) -> list[AssignmentView]:
    """Those whose title holds every word that was typed, whatever the case."""
    words = search.casefold().split()
    return [view for view in views if all(word in view.title.casefold() for word in words)]


def page_start(start: int, count: int, size: int) -> int:
    """Where a page of a list begins that may have become shorter.

    >>> page_start(16, 20, 8), page_start(16, 9, 8), page_start(8, 0, 8)
    (16, 8, 0)
    """
    return min(start, max(0, count - 1) // size * size)


def _go(key: str, start: int) -> None:
    st.session_state[key] = start
