"""The last action on the page Assignments, with a button to undo it, and the message of an action that failed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from core.errors import WenluError
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

LAST_ACTION, FAULT = "assignments_done", "assignments_fault"
ActionKind = Literal["assigned", "withdrawn", "link_added", "link_removed"]


@dataclass(frozen=True)
class LastAction:
    """The last action: a sentence that tells it, its kind, and the id of the assignment or link that it changed."""

    sentence: str
    kind: ActionKind
    id: str


def remember(sentence: str, kind: ActionKind, id: str) -> None:
    """Keep an action as the last one, to be shown until another follows."""
    st.session_state[LAST_ACTION] = LastAction(sentence, kind, id)


def attempt(action: Callable[[], None]) -> None:
    """Carry out an action; if the core refuses it, keep its remedy in the interface language to be shown on the next run."""
    try:
        action()
    except WenluError as error:
        st.session_state[FAULT] = error.remedy(language())


def draw_last_action(who: Visitor) -> None:
    """The message of an action that failed, and the last action with its undo button."""
    if fault := st.session_state.pop(FAULT, None):
        st.error(escaped(fault), icon=":material/error:")
    last = st.session_state.get(LAST_ACTION)
    if not isinstance(last, LastAction):
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="assignments_done_bar"):
        st.markdown(f":material/check: {escaped(last.sentence)}", width="stretch")
        st.button(_("Undo"), icon=":material/undo:", key="assignments_undo", on_click=undo, args=(who, last))
        st.button(
            _("Close"), icon=":material/close:", type="tertiary", key="assignments_close", on_click=_forget_last_action
        )


def _forget_last_action() -> None:
    st.session_state.pop(LAST_ACTION, None)


def undo(who: Visitor, last: LastAction) -> None:
    """Undo the last action."""
    account_id, core, caller = who.account.account_id, who.core, who.caller

    def take_back() -> None:
        if last.kind == "assigned":
            core.assignments.withdraw(last.id, caller, by=account_id)
        elif last.kind == "withdrawn":
            core.assignments.reinstate(last.id, caller, by=account_id)
        elif last.kind == "link_added":
            core.assignments.remove_link(last.id, caller, by=account_id)
        else:
            core.assignments.restore_link(last.id, caller, by=account_id)
        _forget_last_action()
        st.toast(_("Taken back."), icon=":material/undo:")

    attempt(take_back)
