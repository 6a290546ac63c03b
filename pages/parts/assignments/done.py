"""What was done last on the page Assignments, with its way back; what went wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from core.errors import WenluError
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

DONE, FAULT = "assignments_done", "assignments_fault"
Act = Literal["assigned", "withdrawn", "link_added", "link_removed"]


@dataclass(frozen=True)
class Done:
    """The last thing done, in a sentence, and to what."""

    said: str
    act: Act
    id: str


def remember(said: str, act: Act, id: str) -> None:
    """Say what was done, until something else is done."""
    st.session_state[DONE] = Done(said, act, id)


def attempt(act: Callable[[], None]) -> None:
    """Do something; where it cannot be done, say in the interface language what to do."""
    try:
        act()
    except WenluError as error:
        st.session_state[FAULT] = error.remedy(language())


def draw_done(who: Visitor) -> None:
    """What went wrong, and what was done last with its way back."""
    if fault := st.session_state.pop(FAULT, None):
        st.error(escaped(fault), icon=":material/error:")
    done = st.session_state.get(DONE)
    if not isinstance(done, Done):
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="assignments_done_bar"):
        st.markdown(f":material/check: {escaped(done.said)}", width="stretch")
        st.button(_("Undo"), icon=":material/undo:", key="assignments_undo", on_click=undo, args=(who, done))
        st.button(_("Close"), icon=":material/close:", type="tertiary", key="assignments_close", on_click=_forget)


def _forget() -> None:
    st.session_state.pop(DONE, None)


def undo(who: Visitor, done: Done) -> None:
    """The opposite of what was done."""
    by, core, caller = who.account.account_id, who.core, who.caller

    def act() -> None:
        if done.act == "assigned":
            core.assignments.withdraw(done.id, caller, by=by)
        elif done.act == "withdrawn":
            core.assignments.reinstate(done.id, caller, by=by)
        elif done.act == "link_added":
            core.assignments.remove_link(done.id, caller, by=by)
        else:
            core.assignments.restore_link(done.id, caller, by=by)
        _forget()
        st.toast(_("Taken back."), icon=":material/undo:")

    attempt(act)
