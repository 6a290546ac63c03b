"""What a teacher is about to give: chosen on any page, looked at and given in one dialog (`pages.parts.assignments.give`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.api.assignments import AloudWork, EssayWork, LessonWork, LinkWork, TextWork
from pages.parts.i18n import _
from pages.parts.visitor import Visitor

GIFT = "gift"
PREFIX = "give_"
"""How the keys of the dialog's widgets and of what it remembers begin."""
GIVERS = ("teacher", "admin")


@dataclass(frozen=True)
class Gift:
    """What is to be given: for a point (a set, a lesson or reading aloud), items that were chosen, or one work."""

    title: str
    """The default title."""
    point_id: str = ""
    item_ids: tuple[str, ...] = ()
    work: TextWork | EssayWork | LinkWork | AloudWork | LessonWork | None = None
    preview: str = ""
    """Of a work: what it contains, as plain text."""
    student_ids: tuple[str, ...] = ()
    """Whom it is for at first; empty: the whole class."""
    mends: bool = False
    """It is given for a need: a week later it is shown whether it helped."""
    count: int = 5
    """Items of a set at first."""


def may_give(who: Visitor) -> bool:
    """Whether the visitor gives work to others."""
    return who.account.role in GIVERS


def open_gift(gift: Gift) -> None:
    """Open the dialog with what is to be given, from the next run of the whole page on."""
    close_gift()
    st.session_state[GIFT] = gift


def close_gift() -> None:
    """Forget what was to be given and everything that was chosen for it."""
    for key in [str(key) for key in st.session_state if str(key).startswith(PREFIX)]:
        del st.session_state[key]
    st.session_state.pop(GIFT, None)


def draw_give_button(gift: Gift, key: str, *, label: str = "", in_fragment: bool = False, **looks: Any) -> None:
    """A button that opens the dialog. `in_fragment`: it stands in a part of the page that runs by itself, and the page must run."""
    clicked = st.button(
        label or _("Give"),
        icon=":material/send:",
        key=key,
        on_click=None if in_fragment else open_gift,
        args=None if in_fragment else (gift,),
        **looks,
    )
    if clicked and in_fragment:
        open_gift(gift)
        st.rerun()
