"""Changes of items: the last one is reported, and one click takes it back."""

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

LAST_ACTION, FAULT = "items_done", "items_fault"


@dataclass(frozen=True)
class LastAction:
    """The last action, in a sentence, with the ids of its changes, so that it can be taken back."""

    sentence: str
    changes: tuple[int, ...]


def draw_last_action(who: Visitor) -> None:
    """What went wrong, and the last action with a button that takes it back."""
    if fault := st.session_state.pop(FAULT, None):
        st.error(escaped(fault), icon=":material/error:")
    action = st.session_state.get(LAST_ACTION)
    if not isinstance(action, LastAction):
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="items_done_bar"):
        st.markdown(f":material/check: {escaped(action.sentence)}", width="stretch")
        if action.changes:
            st.button(_("Undo"), icon=":material/undo:", key="items_undo", on_click=undo, args=(who, action))
        st.button(
            _("Close"), icon=":material/close:", type="tertiary", key="items_done_close", on_click=_forget_last_action
        )


def _forget_last_action() -> None:
    st.session_state.pop(LAST_ACTION, None)


def remember(sentence: str, changes: Sequence[int | None]) -> None:
    """Report an action, now and until another is taken."""
    st.session_state[LAST_ACTION] = LastAction(sentence, tuple(change for change in changes if change is not None))
    new_round()
    st.toast(sentence, icon=":material/check:")


def attempt(act: Callable[[], None]) -> None:
    """Perform an action; where it fails, say why in the interface language."""
    try:
        act()
    except WenluError as error:
        st.session_state[FAULT] = error.remedy(language())


def set_states(who: Visitor, item_ids: Sequence[str], state: ItemState, reason_key: str = "") -> None:
    """Approve, retire or bring back; the reason stands in a field of the page."""
    reason = str(st.session_state.get(reason_key) or "").strip() if reason_key else ""

    def act() -> None:
        by, caller = who.account.account_id, who.caller
        changes = [who.core.questions.set_state(item_id, state, caller, by=by, reason=reason) for item_id in item_ids]
        remember(state_sentence(state, len(item_ids)), [change.change_id for change in changes])

    attempt(act)


def state_sentence(state: ItemState, count: int) -> str:
    """What a new state means, as it is said after it was set."""
    if state == "approved":
        return ngettext("Approved: students get this item.", "Approved: students get these {count} items.", count)
    if state == "retired":
        return ngettext(
            "Retired: no student gets this item any more. Past answers stay.",
            "Retired: no student gets these {count} items any more. Past answers stay.",
            count,
        )
    return ngettext("Back among the drafts.", "{count} items are drafts again.", count)


def undo(who: Visitor, action: LastAction) -> None:
    """Take back what was done last, the newest first."""
    _forget_last_action()

    def act() -> None:
        for change in reversed(action.changes):
            who.core.questions.undo(change, who.caller, by=who.account.account_id)
        remember(_("Taken back: everything is as it was before."), ())

    attempt(act)


def undo_one(who: Visitor, change_id: int) -> None:
    """Take back one line of a history."""
    undo(who, LastAction("", (change_id,)))
