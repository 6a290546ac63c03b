"""Changes of lessons: the last one is reported, and one click takes it back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from core.api.own_lessons import OwnLessonView
from core.api.questions import ItemState
from core.errors import WenluError
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

LAST_ACTION, FAULT = "olesson_done", "olesson_fault"


@dataclass(frozen=True)
class LastAction:
    """The last action, in a sentence, with what takes it back."""

    sentence: str
    take_back: Callable[[], object] | None = None


def draw_last_action() -> None:
    """What went wrong, and the last action with a button that takes it back."""
    if fault := st.session_state.pop(FAULT, None):
        st.error(escaped(fault), icon=":material/error:")
    action = st.session_state.get(LAST_ACTION)
    if not isinstance(action, LastAction):
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="olesson_done_bar"):
        st.markdown(f":material/check: {escaped(action.sentence)}", width="stretch")
        if action.take_back is not None:
            st.button(_("Undo"), icon=":material/undo:", key="olesson_undo", on_click=_undo, args=(action,))
        st.button(
            _("Close"), icon=":material/close:", type="tertiary", key="olesson_done_close", on_click=_forget_last_action
        )


def remember(sentence: str, take_back: Callable[[], object] | None = None) -> None:
    """Report an action, now and until another is taken."""
    st.session_state[LAST_ACTION] = LastAction(sentence, take_back)


def attempt(act: Callable[[], None]) -> None:
    """Perform an action; where it fails, say why in the interface language."""
    try:
        act()
    except WenluError as error:
        st.session_state[FAULT] = error.remedy(language())


def set_state(who: Visitor, lesson: OwnLessonView, state: ItemState) -> None:
    """Approve a lesson, retire it, or bring it back."""
    lessons, by, caller = who.core.own_lessons, who.account.account_id, who.caller

    def act() -> None:
        lessons.set_state(lesson.lesson_id, state, caller, by=by)
        remember(
            state_sentence(lesson.draft.title, state),
            lambda: lessons.set_state(lesson.lesson_id, lesson.state, caller, by=by),
        )

    attempt(act)


def state_sentence(title: str, state: ItemState) -> str:
    """What a new state means, as it is said after it was set."""
    sentences = {
        "approved": _("“{title}” is approved: it can be given."),
        "retired": _("“{title}” is retired: it is offered no more. Whoever has it can watch it."),
        "draft": _("“{title}” is a draft again."),
    }
    return sentences[state].format(title=title)


def delete(who: Visitor, lesson: OwnLessonView) -> None:
    """Delete a lesson."""
    lessons, by, caller = who.core.own_lessons, who.account.account_id, who.caller

    def act() -> None:
        deleted = lessons.delete(lesson.lesson_id, caller, by=by)
        remember(
            _("“{title}” is deleted.").format(title=lesson.draft.title),
            lambda: lessons.put_back(deleted, caller, by=by),
        )

    attempt(act)


def _undo(action: LastAction) -> None:
    take_back = action.take_back
    if take_back is None:
        return
    _forget_last_action()

    def act() -> None:
        take_back()
        remember(_("Taken back: everything is as it was before."))

    attempt(act)


def _forget_last_action() -> None:
    st.session_state.pop(LAST_ACTION, None)
