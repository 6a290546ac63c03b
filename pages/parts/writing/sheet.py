"""A sheet of the desk: the field in which a text is written, kept as it is written, and the button that has it reviewed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.api.assignments import LONGEST_TEXT, LONGEST_TITLE, OWN_TITLE, WritingTask, WritingView
from core.api.essays import EssayRequest, HskLevel
from core.errors import WenluError
from pages.parts.components import writing_editor
from pages.parts.essays.engine import draw_where_sent
from pages.parts.essays.state import as_declared
from pages.parts.essays.words import LEVELS, framework_names, strictness_explanations, strictness_names
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped, escaped_html
from pages.parts.visitor import Visitor
from pages.parts.writing.file import draw_file
from pages.parts.writing.state import (
    FAULT,
    PendingReview,
    note_put,
    note_text,
    note_unkept,
    pending_review,
    put_of,
    refusals,
    request_review,
    text_of,
    unkept_fault,
)

STRICTNESS, FRAMEWORK, LEVEL = "essay_strictness", "essay_framework", "level"
"""Session state: the settings. `LEVEL`: parameter of the address, the level of a text under an own title."""
LATER = (
    "<style>@keyframes wenlu-later {{ to {{ opacity: 1; }} }}</style>"
    '<p role="status" style="margin:0;font-size:14px;opacity:0;animation:wenlu-later .2s 4s forwards">{said}</p>'
)
"""A message that appears after four seconds: an essay of 400 characters takes less than one second once the models are loaded."""


@dataclass(frozen=True)
class Sheet:
    """A sheet of the desk."""

    sheet_id: str
    """The name of its field in the browser; it stays when the text is stored."""
    task: WritingTask
    stored: WritingView | None
    """The text as it is stored; None before anything is."""
    begins_title: str = ""
    begins_text: str = ""
    """What stands there before anything is stored: the text of a review that was never begun at the desk."""
    act: str | None = None
    """The act of writing of that review."""
    opened: str = ""
    """What is opened with it, an essay or a review; "" on the page before an essay is opened."""
    reviewed_level: HskLevel | None = None
    """The level that the last review took."""

    @property
    def text(self) -> str:
        """What stands there."""
        return self.stored.text if self.stored else self.begins_text

    @property
    def title(self) -> str:
        """Its title; "" for none."""
        return self.task.title or (self.stored.title if self.stored else self.begins_title)

    @property
    def has_own_title(self) -> bool:
        """Whether the student gives the title and the level."""
        return self.task.resource_id == OWN_TITLE


def own_task() -> WritingTask:
    """What is asked of a text under an own title: nothing."""
    return WritingTask(resource_id=OWN_TITLE, title="", task="", level=None, characters=None)


def draw_sheet(who: Visitor, sheet: Sheet, *, primary: bool = True, small: bool = False) -> PendingReview | None:
    """Draw the field and the buttons; `small` for a sheet that is not alone on the page. The review that was requested, if one was.

    While a review is being made nothing here can be changed: any click would end its run, and the review would not open.
    """
    key = f"desk_{sheet.sheet_id}"
    review = pending_review(sheet.sheet_id, refusal=_refusal(sheet))
    busy = review is not None
    if fault := st.session_state.pop(FAULT, None):
        st.error(escaped(fault), icon=":material/error:")
    writing_editor()(
        key=key,
        data=editor_data(who, sheet, small=small, busy=busy),
        on_written_change=lambda: _keep_written(who, sheet, key),
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            _("Review my draft"),
            type="primary" if primary else "secondary",
            icon=":material/rate_review:",
            key="desk_review",
            disabled=busy,
            on_click=request_review,
            args=(sheet.sheet_id,),
        )
        if sheet.has_own_title:
            _draw_level(who, sheet, busy=busy)
    with st.container(horizontal=True, vertical_alignment="center"):
        draw_file(who, busy=busy, put=lambda text, title: put_text(who, sheet, text, title=title))
        _draw_settings(busy=busy)
    draw_where_sent(who)
    return review


def _refusal(sheet: Sheet) -> str:
    """Why nothing can be reviewed: what stands in the field was not stored, or nothing is; "" where something can."""
    if fault := unkept_fault(sheet.sheet_id):
        return fault
    return "" if sheet.text.strip() else _("There is no text yet: write or paste one, or take it from a file.")


def editor_data(who: Visitor, sheet: Sheet, *, small: bool = False, busy: bool = False) -> dict[str, Any]:
    """Everything that the editor draws."""
    put, base = put_of(sheet.sheet_id)
    task = sheet.task
    return {
        "id": sheet.sheet_id,
        "keep": f"wenlu-desk-{who.student_id}-{sheet.sheet_id}",
        "put": put,
        "base": base,
        "busy": busy,
        "refusals": refusals(),
        "small": small,
        "opened": sheet.opened,
        "text": sheet.text,
        "title": sheet.title,
        "titled": sheet.has_own_title,
        "kept": sheet.stored is not None,
        "least": task.characters[0] if task.characters else None,
        "most": task.characters[1] if task.characters else None,
        "longest": LONGEST_TEXT,
        "longestTitle": LONGEST_TITLE,
        "words": list(task.words),
        "ui": {
            "label": _("Your text"),
            "title": _("Title"),
            "titlePlaceholder": _("Title, in Chinese"),
            "placeholder": _("Write in Chinese here, or paste a text."),
            "words": _("Useful words: click one to put it in"),
            "undo": _("Undo"),
            "redo": _("Redo"),
            "count": _("{count} characters"),
            "asked": _("asked for: {least}–{most}"),
            "more": _("{count} more to go"),
            "enough": _("long enough"),
            "over": _("{count} over"),
            "tooMany": _("{count} too many"),
            "kept": _("Kept"),
            "keeping": _("Keeping…"),
            "waiting": _("Not kept yet"),
            "empty": _("Everything is kept as you write."),
            "offline": _(
                "No connection. What you write is kept in this browser tab and sent when you are online again."
            ),
        },
    }


# -- keeping -------------------------------------------------------------------------------------------------


def _keep_written(who: Visitor, sheet: Sheet, key: str) -> None:
    """Keep title and text as they are in the field.

    What is sent once more, because a request did not find this text here, is reviewed once it is kept: the request was for what stands in the
    field.
    """
    written = st.session_state[key]["written"]
    fault = keep(who, sheet, str(written["text"]), str(written["title"])[:LONGEST_TITLE])
    note_unkept(sheet.sheet_id, fault)
    if written.get("again") and not fault:
        request_review(sheet.sheet_id)


def keep(who: Visitor, sheet: Sheet, text: str, title: str) -> str:
    """Store what stands on a sheet; which text that is is looked up here, since another run may have begun it. A blank sheet is none.

    Why it was not stored, which the next run tells; "" where it was.
    """
    writing_id = sheet.stored.writing_id if sheet.stored else text_of(sheet.sheet_id)
    if writing_id is None and not sheet.has_own_title:
        draft = who.core.writing.draft(who.student_id, sheet.task.resource_id, who.caller)
        writing_id = draft.writing_id if draft else None
    if writing_id is None and not text.strip():
        return ""
    try:
        stored = who.core.writing.keep(who.student_id, sheet.task, text, who.caller, title=title, writing_id=writing_id)
    except WenluError as error:
        fault = _("The text was not kept: {reason}").format(reason=error.remedy(language()))
        st.session_state[FAULT] = fault
        return fault
    note_text(sheet.sheet_id, stored.writing_id)
    return ""


def put_text(who: Visitor, sheet: Sheet, text: str, *, title: str = "") -> None:
    """Put another text on a sheet, as the student asked; in the field it can be taken back."""
    note_put(sheet.sheet_id, sheet.text)
    keep(who, sheet, text, sheet.title or title[:LONGEST_TITLE])


# -- reviewing -----------------------------------------------------------------------------------------------


def make_review(who: Visitor, sheet: Sheet, pending: PendingReview) -> None:
    """Have the text evaluated as a draft of its essay; the next run opens the result, or shows the refusal and leaves everything as it is."""
    request = EssayRequest(
        student_id=who.student_id,
        essay_content=sheet.text,
        essay_title=sheet.title.strip(),
        hsk_level=level_of(who, sheet),
        framework=st.session_state.get(FRAMEWORK) or "RASNC",
        strictness=st.session_state.get(STRICTNESS) or "normal",
    )
    act = sheet.stored.writing_id if sheet.stored else sheet.act
    with st.spinner(_("Reading your essay: words, grammar, sentences, the whole…")):
        st.html(LATER.format(said=escaped_html(_later_text())))
        pending.begun = True
        try:
            pending.evaluation_id = who.core.essays.begin(request, who.caller, act=act).payload.evaluation_id
        except WenluError as error:
            pending.fault = _("Not reviewed. {remedy} Your text is kept.").format(remedy=error.remedy(language()))
    st.rerun()


def _later_text() -> str:
    return _(
        "This takes longer than usual. After a start of the service the first essay waits until the models are read; "
        "then it is quick."
    )


def level_of(who: Visitor, sheet: Sheet) -> HskLevel:
    """The level for which a text is reviewed: that of its task, else the one in the address, that of the last review, the student's own."""
    if sheet.task.level is not None:
        return as_declared(sheet.task.level) or "4"
    chosen = next((level for level in LEVELS if level == st.query_params.get(LEVEL)), None)
    if chosen or sheet.reviewed_level:
        return chosen or sheet.reviewed_level or "4"
    return as_declared(who.core.questions.fit(who.student_id, who.caller).levels()[0]) or "4"


def _draw_level(who: Visitor, sheet: Sheet, *, busy: bool) -> None:
    key = f"desk_level_{sheet.sheet_id}"
    st.selectbox(
        _("Level"),
        LEVELS,
        index=LEVELS.index(level_of(who, sheet)),
        format_func=lambda level: _("Level {level}").format(level=level),
        key=key,
        disabled=busy,
        label_visibility="collapsed",
        width=116,
        on_change=lambda: st.query_params.update({LEVEL: st.session_state[key]}),
    )


def _draw_settings(*, busy: bool) -> None:
    with st.popover(_("Settings"), icon=":material/tune:", type="tertiary", disabled=busy):
        names = strictness_names()
        chosen = st.segmented_control(
            _("How strict"),
            list(names),
            default="normal",
            format_func=names.__getitem__,
            required=True,
            key=STRICTNESS,
            persist_state="session",
        )
        st.caption(strictness_explanations()[chosen or "normal"])
        frames = framework_names()
        st.segmented_control(
            _("Framework of the feedback"),
            list(frames),
            default="RASNC",
            format_func=frames.__getitem__,
            required=True,
            key=FRAMEWORK,
            persist_state="session",
        )
