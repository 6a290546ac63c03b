"""Changes of items: what was done is said, and one click takes it back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from core.api.questions import ItemState
from core.errors import WenluError
from pages.parts.i18n import _, language, ngettext
from pages.parts.items.views import new_round
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

DONE, FAULT = "items_done", "items_fault"


@dataclass(frozen=True)
class Done:
    """The last thing done, in a sentence, with the changes that take it back."""

    said: str
    changes: tuple[int, ...]


def draw_done(who: Visitor) -> None:
    """What went wrong, and what was done last with its way back."""
    if fault := st.session_state.pop(FAULT, None):
        st.error(escaped(fault), icon=":material/error:")
    done = st.session_state.get(DONE)
    if not isinstance(done, Done):
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="items_done_bar"):
        st.markdown(f":material/check: {escaped(done.said)}", width="stretch")
        if done.changes:
            st.button(_("Undo"), icon=":material/undo:", key="items_undo", on_click=undo, args=(who, done))
        st.button(_("Close"), icon=":material/close:", type="tertiary", key="items_done_close", on_click=_forget)


def _forget() -> None:
    st.session_state.pop(DONE, None)


def remember(said: str, changes: Sequence[int | None]) -> None:
    """Say what was done, now and until something else is done."""
    st.session_state[DONE] = Done(said, tuple(change for change in changes if change is not None))
    new_round()
    st.toast(said, icon=":material/check:")


def attempt(act: Callable[[], None]) -> None:
    """Do something; where it cannot be done, say in the interface language why."""
    try:
        act()
    except WenluError as error:
        st.session_state[FAULT] = error.remedy(language())


def set_states(who: Visitor, item_ids: Sequence[str], state: ItemState, reason_key: str = "") -> None:
    """Approve, retire or bring back; the reason stands in a field of the page."""
    reason = str(st.session_state.get(reason_key) or "").strip() if reason_key else ""

    def act() -> None:
        by, caller = who.account.account_id, who.caller
        changes = [who.core.questions.set_state(each, state, caller, by=by, reason=reason) for each in item_ids]
        remember(state_said(state, len(item_ids)), [change.change_id for change in changes])

    attempt(act)


def state_said(state: ItemState, count: int) -> str:
    """What a new state means, said after it was set."""
    if state == "approved":
        return ngettext("Approved: students get this item.", "Approved: students get these {count} items.", count)
    if state == "retired":
        return ngettext(
            "Retired: no student gets this item any more. Past answers stay.",
            "Retired: no student gets these {count} items any more. Past answers stay.",
            count,
        )
    return ngettext("Back among the drafts.", "{count} items are drafts again.", count)


def undo(who: Visitor, done: Done) -> None:
    """Take back what was done last, the newest first."""
    _forget()

    def act() -> None:
        for change in reversed(done.changes):
            who.core.questions.undo(change, who.caller, by=who.account.account_id)
        remember(_("Taken back: everything is as it was before."), ())

    attempt(act)


def undo_one(who: Visitor, change_id: int) -> None:
    """Take back one line of a history."""
    undo(who, Done("", (change_id,)))
