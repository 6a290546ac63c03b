"""Handing a text in, once and for all, with a second button."""

from __future__ import annotations

import streamlit as st

from core.api.assignments import WritingTask, WritingView, assignment_id_of
from core.errors import WenluError
from pages.parts.assignments.words import characters_text
from pages.parts.i18n import _, language
from pages.parts.visitor import Visitor
from pages.parts.writing.sheet import Sheet
from pages.parts.writing.state import FAULT, forget_text, open_essay, sheet_of, unkept_fault
from pages.parts.writing.text import draw_download

TO_CONFIRM = "writing_confirm"
"""Session state: the id of the text whose handing in is to be confirmed."""


def draw_hand_in(who: Visitor, sheet: Sheet) -> None:
    """The button that hands in, and a second one to confirm it; homework says what handing in means before it is clicked."""
    task, draft = sheet.task, sheet.stored
    if draft is None or not draft.characters:
        st.button(_("Hand in"), disabled=True, key="writing_hand_in", help=_("Write something first."))
        return
    if st.session_state.get(TO_CONFIRM) == draft.writing_id:
        _draw_confirmation(who, task, draft)
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            _("Hand in"),
            icon=":material/send:",
            key="writing_hand_in",
            help=_(
                "Your teacher can read it once you hand it in. Have it reviewed first to see what is wrong and why."
            ),
            on_click=lambda: st.session_state.update({TO_CONFIRM: draft.writing_id}),
        )
        draw_download(draft)
    if assignment_id_of(task.resource_id) is not None:
        st.caption(_("Your teacher reads it once you hand it in."))


def _draw_confirmation(who: Visitor, task: WritingTask, draft: WritingView) -> None:
    with st.container(border=True):
        st.markdown(confirmation_text(task, draft))
        with st.container(horizontal=True):
            st.button(
                _("Yes, hand in"),
                icon=":material/check:",
                key="writing_confirm_yes",
                on_click=_hand_in,
                args=(who, task, draft),
            )
            st.button(
                _("Go on writing"), key="writing_confirm_no", on_click=lambda: st.session_state.pop(TO_CONFIRM, None)
            )


def confirmation_text(task: WritingTask, draft: WritingView) -> str:
    """What handing in means, and whether the length fits the task."""
    sentences = [
        _("Hand in {characters}? After that you cannot change the text.").format(
            characters=characters_text(draft.characters)
        )
    ]
    if task.characters and draft.characters < task.characters[0]:
        sentences.append(_("It is shorter than asked for: at least {least}.").format(least=task.characters[0]))
    elif task.characters and draft.characters > task.characters[1]:
        sentences.append(_("It is longer than asked for: at most {most}.").format(most=task.characters[1]))
    return (" " if language() == "en" else "").join(sentences)


def _hand_in(who: Visitor, task: WritingTask, draft: WritingView) -> None:
    st.session_state.pop(TO_CONFIRM, None)
    if fault := unkept_fault(sheet_of(draft.writing_id)):
        st.session_state[FAULT] = fault  # an older text than the one in the field would be handed in, for good
        return
    try:
        latest = who.core.writing.text(draft.writing_id, who.caller, student_id=who.student_id)
        who.core.writing.hand_in(
            who.student_id, task, latest.text, who.caller, title=latest.title, writing_id=latest.writing_id
        )
    except WenluError as error:
        st.session_state[FAULT] = error.remedy(language())
        return
    forget_text(latest.writing_id)
    open_essay(latest.writing_id)
