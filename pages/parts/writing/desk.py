"""An essay on the desk: the draft on the left, the review of the last one on the right. The address holds the essay, so that a refresh loses nothing."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.api.assignments import OWN_TITLE, WritingTask, WritingView, assignment_id_of
from core.api.essays import EssayView
from core.api.marking import ReturnedEssay
from core.errors import NotFound
from pages.parts.addresses import page_named
from pages.parts.assignments.words import due_text
from pages.parts.brand import KAI
from pages.parts.i18n import _
from pages.parts.marking.returned import begin_second_draft
from pages.parts.names import level_name
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor
from pages.parts.writing.essays import OwnEssay, essay_named, essays_of
from pages.parts.writing.hand_in import draw_hand_in
from pages.parts.writing.review import draw_before_review, draw_essay_review
from pages.parts.writing.sheet import Sheet, draw_sheet, make_review, own_task
from pages.parts.writing.state import (
    AGAIN,
    DRAFT_PANE,
    FAULT,
    NEXT_PANE,
    REVIEW_PANE,
    open_home,
    open_title,
    pending_review,
    request_review,
    sheet_of,
    text_of,
)
from pages.parts.writing.text import draw_text

PANE = "desk_pane"
"""Session state: which half of the desk a narrow window shows."""
OLD_ACT = "act "
"""The sheet of a review that was never begun at the desk is named by this and its act of writing."""
LOOK = f"""<style>
.st-key-desk_head h1 {{ font: 600 26px/1.3 {KAI}; padding: 0; }}
.st-key-desk_pane {{ display: none; }}
.stMainBlockContainer:has(.st-key-desk_panes) {{ padding: 24px 32px 48px; }}
.st-key-desk_left, .st-key-desk_right {{ gap: 8px; }}
@media (min-width: 641px) {{ [data-testid=stColumn]:has(.st-key-desk_left) {{ position: sticky; top: 68px; align-self: flex-start; }} }}
@media (max-width: 640px) {{
  .st-key-desk_pane {{ display: flex; position: fixed; inset: auto 0 calc(56px + env(safe-area-inset-bottom)); z-index: 98; padding: 8px 16px;
    background: light-dark(#FBF8F3, #14181D); border-top: 1px solid light-dark(#E7E1D6, #2B333D); }}
  .stMainBlockContainer:has(.st-key-desk_panes) {{ padding: 56px 16px 96px; }}
  .st-key-desk_right {{ --foot: 58px; }}
  .stApp:has(.st-key-desk_pane [role=radio]:first-of-type[aria-checked=true]) .st-key-desk_right,
  .stApp:has(.st-key-desk_pane [role=radio]:last-of-type[aria-checked=true]) .st-key-desk_left {{ display: none; }}
}}
</style>"""
"""Where there is room the draft stays in view while one reads down the review; on a telephone one half is shown, and the switch lies at the foot of
the screen, below what sticks to the foot of the marked text (`--foot`)."""


def draw_title(who: Visitor, resource_id: str) -> None:
    """The draft on a title or an assignment; where a text was handed in and none is begun since, that text; else a blank sheet."""
    stored = who.core.writing.draft(who.student_id, resource_id, who.caller)
    if stored is None and AGAIN not in st.query_params:
        stored = _newest_handed_in(who, resource_id)
    if stored is not None:
        draw_essay(who, stored.writing_id)
        return
    try:
        task = who.core.writing.task(who.student_id, resource_id, who.caller)
    except NotFound:
        _draw_back()
        st.warning(_("This title does not exist (any more). Choose another one."), icon=":material/search_off:")
        return
    _draw_desk(who, None, Sheet(f"new {resource_id}", task, None), None)


def _newest_handed_in(who: Visitor, resource_id: str) -> WritingView | None:
    """The text that the student handed in last on a title or an assignment; an own title begins anew each time."""
    if resource_id == OWN_TITLE:
        return None
    texts = [text for text in who.core.writing.texts(who.student_id, who.caller) if text.resource_id == resource_id]
    handed_in = [text for text in texts if text.handed_in_at is not None]
    return max(handed_in, key=lambda text: str(text.handed_in_at)) if handed_in else None


def draw_essay(who: Visitor, essay_id: str) -> None:
    """The essay whose text or one of whose reviews has this id; the review is shown where the id is one, else the last."""
    essay = _essay(who, essay_id)
    if essay is None:
        _draw_back()
        st.warning(_("This essay does not exist (any more)."), icon=":material/search_off:")
        return
    shown_id = next(
        (review.evaluation_id for review in essay.reviews if review.evaluation_id == essay_id),
        essay.reviews[-1].evaluation_id if essay.reviews else None,
    )
    # Asked before the report is read: what is completed in between is then read complete.
    waits = shown_id is not None and who.core.essays.progress(shown_id, who.caller) is not None
    view = who.core.essays.essay(shown_id, who.caller, student_id=who.student_id) if shown_id else None
    _draw_desk(who, essay, _sheet(who, essay, view), view, waits=waits)


def _essay(who: Visitor, essay_id: str) -> OwnEssay | None:
    essays = essays_of(who)
    essay = essay_named(essays, essay_id)
    if essay is None:
        try:
            essay = OwnEssay(who.core.writing.text(essay_id, who.caller, student_id=who.student_id), ())
        except NotFound:
            return None
    if essay.text is not None and not essay.reviews:  # begun in this session from a review without a title
        sheet_id = sheet_of(essay.text.writing_id)
        origin = [each for each in essays if each.reviews and sheet_id == OLD_ACT + each.reviews[-1].act]
        essay = replace(essay, reviews=origin[0].reviews) if origin else essay
    return essay


def _sheet(who: Visitor, essay: OwnEssay, view: EssayView | None) -> Sheet:
    level = essay.reviews[-1].hsk_level if essay.reviews else None
    text = essay.text
    if text is not None:
        return Sheet(sheet_of(text.writing_id), _task_of(who, text), text, reviewed_level=level)
    review = essay.reviews[-1]
    newest = view if view is not None and view.evaluation_id == review.evaluation_id else None
    report = (newest or who.core.essays.essay(review.evaluation_id, who.caller, student_id=who.student_id)).report
    sheet_id = OLD_ACT + review.act
    writing_id = text_of(sheet_id)
    stored = who.core.writing.text(writing_id, who.caller, student_id=who.student_id) if writing_id else None
    return Sheet(
        sheet_id, own_task(), stored, report.essay_title, report.essay_content, review.act, reviewed_level=level
    )


def _task_of(who: Visitor, text: WritingView) -> WritingTask:
    """The task of a text; of one that is gone, its title."""
    try:
        return who.core.writing.task(who.student_id, text.resource_id, who.caller)
    except NotFound:
        return own_task().model_copy(update={"resource_id": text.resource_id, "title": text.title})


# -- drawing -------------------------------------------------------------------------------------------------


def _draw_desk(
    who: Visitor, essay: OwnEssay | None, sheet: Sheet, view: EssayView | None, *, waits: bool = False
) -> None:
    sheet = replace(sheet, opened=view.evaluation_id if view else sheet.sheet_id)
    st.html(LOOK)
    _draw_head(who, sheet)
    before = _draft_asked_for(who, sheet.task.resource_id)
    text = sheet.stored
    is_assigned = assignment_id_of(sheet.task.resource_id) is not None
    returned = (
        who.core.marking.returned(who.student_id, text.writing_id, who.caller)
        if text is not None and text.handed_in_at is not None and is_assigned
        else None
    )
    st.session_state[PANE] = st.session_state.pop(NEXT_PANE, None) or st.session_state.get(PANE) or DRAFT_PANE
    names = {DRAFT_PANE: _("Draft"), REVIEW_PANE: _("Review")}
    st.segmented_control(
        _("Shown"),
        list(names),
        format_func=names.__getitem__,
        required=True,
        key=PANE,
        label_visibility="collapsed",
        width="stretch",
    )
    with st.container(key="desk_panes"):
        left, right = st.columns(2, gap="medium")
        with left, st.container(key="desk_left"):
            if text is not None and text.handed_in_at is not None:
                _draw_handed_in(who, sheet, text, returned)
            else:
                _draw_task(sheet)
                if (pending := draw_sheet(who, sheet)) is not None:
                    make_review(who, sheet, pending)
                draw_hand_in(who, sheet)
        with right, st.container(key="desk_right"):
            if essay is not None and view is not None:
                draw_essay_review(who, essay, view, sheet, returned=returned, asked=before, waits=waits)
            else:
                draw_before_review(who, sheet, returned or before)


def _draw_head(who: Visitor, sheet: Sheet) -> None:
    task = sheet.task
    with st.container(key="desk_head", horizontal=True, vertical_alignment="center"):
        _draw_back()
        st.title(escaped(sheet.title) or _("My own title"), anchor=False, width="content")
        parts = [level_name(task.level)] if task.level else []
        if task.due_at is not None and (sheet.stored is None or sheet.stored.handed_in_at is None):
            parts.append(due_text(task.due_at, who.core.clock.now()))
        if task.characters:
            least, most = task.characters
            parts.append(_("{least}–{most} characters").format(least=least, most=most))
        if parts:
            st.caption(" · ".join(parts), width="content")


def _draw_back() -> None:
    st.button(_("All essays"), icon=":material/arrow_back:", type="tertiary", key="desk_back", on_click=open_home)


def _draw_task(sheet: Sheet) -> None:
    if sheet.task.task:
        st.markdown(escaped(sheet.task.task))


def _draft_asked_for(who: Visitor, resource_id: str) -> ReturnedEssay | None:
    """The returned text of an assignment of which the teacher asks for another draft."""
    if assignment_id_of(resource_id) is None:
        return None
    own = who.core.marking.of_student(who.student_id, who.caller)
    asked = next((line for line in own if line.resource_id == resource_id and line.second_draft), None)
    return who.core.marking.returned(who.student_id, asked.writing_id, who.caller) if asked else None


def _draw_handed_in(who: Visitor, sheet: Sheet, text: WritingView, returned: ReturnedEssay | None) -> None:
    """A text that was handed in, with what can be done next."""
    pending = pending_review(sheet.sheet_id)
    if fault := st.session_state.pop(FAULT, None):
        st.error(escaped(fault), icon=":material/error:")
    if returned is None:
        st.success(_("Handed in. Your teacher can read it."), icon=":material/check:")
    if returned is not None and returned.second_draft:
        st.button(
            _("Write the second draft"),
            type="primary",
            icon=":material/edit:",
            key="returned_second_draft",
            on_click=begin_second_draft,
            args=(who, returned),
        )
    with st.container(border=True):
        draw_text(text)
    is_assigned = assignment_id_of(text.resource_id) is not None
    with st.container(horizontal=True):
        if returned is None:
            st.button(
                _("Have it reviewed"),
                icon=":material/rate_review:",
                key="desk_review",
                disabled=pending is not None,
                on_click=request_review,
                args=(sheet.sheet_id,),
            )
        if is_assigned:
            st.page_link(
                page_named("assignments"), label=_("All assignments"), icon=":material/assignment:", width="content"
            )
        else:
            st.button(
                _("Write another on this title"),
                key="writing_again",
                on_click=open_title,
                args=(text.resource_id,),
                kwargs={"again": True},
            )
    if pending is not None:
        make_review(who, sheet, pending)
