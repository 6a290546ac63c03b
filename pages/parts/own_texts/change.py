"""Changes of texts: the last one is reported, and one click takes it back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from core.api.own_texts import OwnTextView
from core.api.questions import ItemState
from core.errors import WenluError
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

LAST_ACTION, FAULT = "otext_done", "otext_fault"


@dataclass(frozen=True)
class LastAction:
    """The last action, in a sentence, with the text as it was before, where that can be had again."""

    sentence: str
    before: OwnTextView | None = None
    deleted: bool = False


def draw_last_action(who: Visitor) -> None:
    """What went wrong, and the last action with a button that takes it back."""
    if fault := st.session_state.pop(FAULT, None):
        st.error(escaped(fault), icon=":material/error:")
    action = st.session_state.get(LAST_ACTION)
    if not isinstance(action, LastAction):
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="otext_done_bar"):
        st.markdown(f":material/check: {escaped(action.sentence)}", width="stretch")
        if action.before is not None:
            st.button(_("Undo"), icon=":material/undo:", key="otext_undo", on_click=_undo, args=(who, action))
        st.button(
            _("Close"), icon=":material/close:", type="tertiary", key="otext_done_close", on_click=_forget_last_action
        )


def remember(sentence: str, before: OwnTextView | None = None, *, deleted: bool = False) -> None:
    """Report an action, now and until another is taken."""
    st.session_state[LAST_ACTION] = LastAction(sentence, before, deleted)


def attempt(act: Callable[[], None]) -> None:
    """Perform an action; where it fails, say why in the interface language."""
    try:
        act()
    except WenluError as error:
        st.session_state[FAULT] = error.remedy(language())


def set_state(who: Visitor, text: OwnTextView, state: ItemState) -> None:
    """Approve a text, retire it, or bring it back."""

    def act() -> None:
        who.core.own_texts.set_state(text.text_id, state, who.caller, by=who.account.account_id)
        remember(state_sentence(text.draft.title, state), text)

    attempt(act)


def state_sentence(title: str, state: ItemState) -> str:
    """What a new state means, as it is said after it was set."""
    sentences = {
        "approved": _("“{title}” is approved: students get its questions."),
        "retired": _("“{title}” is retired: no student gets it any more. Past answers stay."),
        "draft": _("“{title}” is a draft again."),
    }
    return sentences[state].format(title=title)


def delete(who: Visitor, text: OwnTextView) -> None:
    """Delete a text."""

    def act() -> None:
        deleted = who.core.own_texts.delete(text.text_id, who.caller, by=who.account.account_id)
        remember(_("“{title}” is deleted.").format(title=text.draft.title), deleted, deleted=True)

    attempt(act)


def _undo(who: Visitor, action: LastAction) -> None:
    before = action.before
    if before is None:
        return
    _forget_last_action()

    def act() -> None:
        by, caller = who.account.account_id, who.caller
        if action.deleted:
            who.core.own_texts.put_back(before, caller, by=by)
        else:
            who.core.own_texts.set_state(before.text_id, before.state, caller, by=by)
        remember(_("Taken back: everything is as it was before."))

    attempt(act)


def _forget_last_action() -> None:
    st.session_state.pop(LAST_ACTION, None)
