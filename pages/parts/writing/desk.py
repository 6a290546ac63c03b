"""The desk at which one text is written. The address holds the title, so that a refresh loses nothing."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.api.assignments import (
    LONGEST_TEXT,
    LONGEST_TITLE,
    OWN_TITLE,
    WritingTask,
    WritingView,
    assignment_id_of,
)
from core.errors import NotFound, WenluError
from pages.parts.addresses import page_named
from pages.parts.assignments.words import characters_text, due_text
from pages.parts.components import writing_editor
from pages.parts.i18n import _, language
from pages.parts.marking.returned import draw_returned, draw_teachers_word
from pages.parts.names import level_name
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor
from pages.parts.writing.choice import AGAIN, open_choice, open_desk, open_text
from pages.parts.writing.text import draw_download, draw_review_link, draw_text

FAULT, EDITOR_NUMBER, TO_CONFIRM = "writing_fault", "writing_round", "writing_confirm"
"""Session state: the message of what failed; a number that grows when a text is handed in, so that the editor begins empty; the id
of the text whose handing in is to be confirmed."""


def resource_in_address() -> str | None:
    """The title or assignment in the address."""
    return st.query_params.get("resource") or None


def text_in_address() -> str | None:
    """The id of the text handed in that the address names."""
    return st.query_params.get("text") or None


def draw_desk(who: Visitor, resource_id: str) -> None:
    """The task, the editor, the buttons to hand in; where a text was handed in and none is begun since, that text as it was handed in."""
    draft = who.core.writing.draft(who.student_id, resource_id, who.caller)
    if (
        draft is None
        and AGAIN not in st.query_params
        and (handed_in := _newest_handed_in(who, resource_id)) is not None
    ):
        draw_handed_in(who, handed_in)
        return
    _draw_back()
    try:
        task = who.core.writing.task(who.student_id, resource_id, who.caller)
    except NotFound:
        st.warning(_("This title does not exist (any more). Choose another one."), icon=":material/search_off:")
        return
    _draw_task(who, task)
    _draw_request(who, resource_id)
    title = task.title or _draw_own_title(who, task, draft)
    if fault := st.session_state.pop(FAULT, None):
        st.error(escaped(fault), icon=":material/error:")
    key = editor_key(resource_id)
    writing_editor()(
        key=key,
        data=editor_data(key, task, draft),
        on_text_change=lambda: _save_editor_text(who, task, key),
    )
    _draw_hand_in(who, task, draft, title)


def _newest_handed_in(who: Visitor, resource_id: str) -> str | None:
    """The id of the text that the student handed in last on a title or an assignment; an own title begins anew each time."""
    if resource_id == OWN_TITLE:
        return None
    texts = [text for text in who.core.writing.texts(who.student_id, who.caller) if text.resource_id == resource_id]
    handed_in = [text for text in texts if text.handed_in_at is not None]
    return max(handed_in, key=lambda text: str(text.handed_in_at)).writing_id if handed_in else None


def _draw_request(who: Visitor, resource_id: str) -> None:
    """What the teacher said of the draft before, while the next one is written."""
    if assignment_id_of(resource_id) is None:
        return
    own = who.core.marking.of_student(who.student_id, who.caller)
    asked = next((line for line in own if line.resource_id == resource_id and line.second_draft), None)
    before = who.core.marking.returned(who.student_id, asked.writing_id, who.caller) if asked else None
    if before is not None:
        draw_teachers_word(who, before)


def editor_key(resource_id: str) -> str:
    """The widget key of the editor, another for every text."""
    return f"writing_{resource_id}_{st.session_state.get(EDITOR_NUMBER, 0)}"


def editor_data(key: str, task: WritingTask, draft: WritingView | None) -> dict[str, Any]:
    """Everything that the editor draws."""
    return {
        "id": key,
        "text": draft.text if draft else "",
        "least": task.characters[0] if task.characters else None,
        "most": task.characters[1] if task.characters else None,
        "longest": LONGEST_TEXT,
        "words": list(task.words),
        "ui": {
            "label": _("Your text"),
            "placeholder": _("Write in Chinese here."),
            "words": _("Useful words: click one to put it in"),
            "used": _("used"),
            "count": _("{count} characters"),
            "asked": _("asked for: {least}–{most}"),
            "more": _("{count} more to go"),
            "enough": _("long enough"),
            "over": _("{count} over"),
            "kept": _("Kept"),
            "keeping": _("Keeping…"),
            "waiting": _("Not kept yet"),
            "empty": _("Everything is kept as you write."),
        },
    }


def _draw_back() -> None:
    st.button(_("All titles"), icon=":material/arrow_back:", type="tertiary", key="writing_back", on_click=open_choice)


def _draw_task(who: Visitor, task: WritingTask) -> None:
    """The title, what is to be written, hints."""
    st.title(escaped(task.title) or _("My own title"), anchor=False)
    parts = [level_name(task.level)] if task.level else []
    if task.due_at is not None:
        parts.append(due_text(task.due_at, who.core.clock.now()))
    if parts:
        st.caption(" · ".join(parts))
    if task.task:
        st.markdown(escaped(task.task))
    if task.hints:
        with st.expander(_("Hints"), icon=":material/lightbulb:", type="compact"):
            st.markdown("\n".join(f"{number}. {escaped(hint)}" for number, hint in enumerate(task.hints, 1)))


def _draw_own_title(who: Visitor, task: WritingTask, draft: WritingView | None) -> str:
    """The field of a title of one's own; the title is saved with the text."""
    key = f"writing_own_title_{st.session_state.get(EDITOR_NUMBER, 0)}"
    title = st.text_input(
        _("Title"), value=draft.title if draft else "", max_chars=LONGEST_TITLE, key=key, placeholder=_("Title")
    )
    if draft is not None and title.strip() != draft.title:
        _save(who, task, draft.text, title)
    return title


def _save_editor_text(who: Visitor, task: WritingTask, key: str) -> None:
    """Save the text that the editor sent."""
    text = st.session_state[key]["text"]
    title = str(st.session_state.get(f"writing_own_title_{st.session_state.get(EDITOR_NUMBER, 0)}") or "")
    _save(who, task, str(text), title)


def _save(who: Visitor, task: WritingTask, text: str, title: str) -> None:
    """Save a draft; it is looked up here, since another run may have begun it."""
    draft = who.core.writing.draft(who.student_id, task.resource_id, who.caller)
    if draft is None and not text.strip():
        return
    writing_id = draft.writing_id if draft else None
    try:
        who.core.writing.keep(who.student_id, task, text, who.caller, title=title, writing_id=writing_id)
    except WenluError as error:
        st.session_state[FAULT] = _("The text was not kept: {reason}").format(reason=error.remedy(language()))


def _draw_hand_in(who: Visitor, task: WritingTask, draft: WritingView | None, title: str) -> None:
    """The button that hands in, and a second one to confirm it."""
    st.caption(
        ":material/info: "
        + _("Your teacher can read it once you hand it in. Have it reviewed first to see what is wrong and why.")
    )
    if draft is None or not draft.characters:
        st.button(_("Hand in"), disabled=True, key="writing_hand_in", help=_("Write something first."))
        return
    if st.session_state.get(TO_CONFIRM) != draft.writing_id:
        with st.container(horizontal=True):
            st.button(
                _("Hand in"),
                type="primary",
                icon=":material/send:",
                key="writing_hand_in",
                on_click=lambda: st.session_state.update({TO_CONFIRM: draft.writing_id}),
            )
            draw_review_link(draft)
            draw_download(draft)
        return
    with st.container(border=True):
        st.markdown(confirmation_text(task, draft))
        with st.container(horizontal=True):
            st.button(
                _("Yes, hand in"),
                type="primary",
                icon=":material/check:",
                key="writing_confirm_yes",
                on_click=_hand_in,
                args=(who, task, draft, title),
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


def _hand_in(who: Visitor, task: WritingTask, draft: WritingView, title: str) -> None:
    st.session_state.pop(TO_CONFIRM, None)
    latest_draft = who.core.writing.draft(who.student_id, task.resource_id, who.caller) or draft
    try:
        handed_in = who.core.writing.hand_in(
            who.student_id, task, latest_draft.text, who.caller, title=title, writing_id=latest_draft.writing_id
        )
    except WenluError as error:
        st.session_state[FAULT] = error.remedy(language())
        return
    st.session_state[EDITOR_NUMBER] = int(st.session_state.get(EDITOR_NUMBER, 0)) + 1
    open_text(handed_in.writing_id)


def draw_handed_in(who: Visitor, writing_id: str) -> None:
    """A text that was handed in, with links to go on."""
    _draw_back()
    try:
        text = who.core.writing.text(writing_id, who.caller, student_id=who.student_id)
    except NotFound:
        st.warning(_("This text does not exist (any more)."), icon=":material/search_off:")
        return
    st.title(escaped(text.title) or _("Without a title yet"), anchor=False)
    is_assigned = text.handed_in_at is not None and assignment_id_of(text.resource_id) is not None
    returned = who.core.marking.returned(who.student_id, writing_id, who.caller) if is_assigned else None
    if returned is not None:
        draw_returned(who, returned)
    else:
        if text.handed_in_at is not None:
            st.success(_("Handed in. Your teacher can read it."), icon=":material/check:")
        with st.container(border=True):
            draw_text(text)
    with st.container(horizontal=True):
        if returned is None:
            draw_review_link(text)
        st.page_link(
            page_named("plan"), label=_("Back to the plan"), icon=":material/calendar_view_week:", width="content"
        )
        if is_assigned:
            st.page_link(
                page_named("assignments"), label=_("All assignments"), icon=":material/assignment:", width="content"
            )
            return
        st.button(
            _("Write another on this title") if text.handed_in_at else _("Go on writing"),
            key="writing_again",
            on_click=open_desk,
            args=(text.resource_id,),
            kwargs={"again": text.handed_in_at is not None},
        )
