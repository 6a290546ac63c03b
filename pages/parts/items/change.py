"""Changes of items: the last one is reported, and one click takes it back."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.api.questions import ItemState
from pages.parts.i18n import ngettext
from pages.parts.items.views import new_round
from pages.parts.last_action import LastAction
from pages.parts.visitor import Visitor

LAST_ACTION = LastAction("items")


def remember(who: Visitor, sentence: str, changes: Sequence[int | None]) -> None:
    """Report an action with the ids of its changes, now and until another is taken."""
    made = [change for change in changes if change is not None]
    LAST_ACTION.remember(sentence, (lambda: undo(who, made)) if made else None)
    new_round()
    st.toast(sentence, icon=":material/check:")


def set_states(who: Visitor, item_ids: Sequence[str], state: ItemState, reason_key: str = "") -> None:
    """Approve, retire or bring back; the reason stands in a field of the page."""
    reason = str(st.session_state.get(reason_key) or "").strip() if reason_key else ""

    def act() -> None:
        by, caller = who.account.account_id, who.caller
        changes = [who.core.questions.set_state(item_id, state, caller, by=by, reason=reason) for item_id in item_ids]
        remember(who, state_sentence(state, len(item_ids)), [change.change_id for change in changes])

    LAST_ACTION.attempt(act)


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


def undo(who: Visitor, changes: Sequence[int]) -> None:
    """Take changes back, the newest first. Raises what `Questions.undo` raises."""
    for change in reversed(changes):
        who.core.questions.undo(change, who.caller, by=who.account.account_id)
    new_round()


def undo_one(who: Visitor, change_id: int) -> None:
    """Take back one line of a history."""
    LAST_ACTION.undo(lambda: undo(who, [change_id]))
