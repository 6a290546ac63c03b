"""The desk on which an essay is written, pasted, uploaded or taken from the student's texts, and reviewed."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.api.essays import EssayRequest, HskLevel
from core.errors import WenluError
from core.essays.wire import LONGEST_ESSAY, LONGEST_TITLE
from pages.parts.essays.components import essay_editor
from pages.parts.essays.engine import draw_where_sent
from pages.parts.essays.sources import draw_sources
from pages.parts.essays.state import (
    FAULT,
    Draft,
    PendingReview,
    as_declared,
    draft,
    keep,
    keep_level,
    pending_review,
    refusals,
    request_review,
    take_text_from_address,
)
from pages.parts.essays.words import LEVELS, framework_names, strictness_explanations, strictness_names
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped, escaped_html
from pages.parts.visitor import Visitor

STRICTNESS, FRAMEWORK = "essay_strictness", "essay_framework"
LATER = (
    "<style>@keyframes wenlu-later {{ to {{ opacity: 1; }} }}</style>"
    '<p role="status" style="margin:0;font-size:14px;opacity:0;animation:wenlu-later .2s 4s forwards">{said}</p>'
)
"""A message that appears after four seconds: an essay of 400 characters takes less than one second once the models are loaded."""


def draw_desk(who: Visitor) -> None:
    """Draw level, title and text, the settings and the one button.

    While a review is being made nothing here can be changed: any click would end its run, and the review would not open.
    """
    take_text_from_address(who)
    st.title(_("Essay review"), anchor=False)
    st.markdown(
        _("Write or paste an essay, or choose one of your texts. You see what is wrong, why, and how to put it right.")
    )
    current_draft = draft()
    review = pending_review()
    busy = review is not None
    with st.container(border=True):
        level = _draw_head(who, current_draft, busy=busy)
        key = f"essay_text_{current_draft.number}"
        essay_editor()(
            key=key,
            data=_editor_data(who, key, current_draft, level, busy=busy),
            on_written_change=lambda: _keep_written(key, _level_key(current_draft)),
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(
                _("Review my essay"),
                type="primary",
                icon=":material/rate_review:",
                key="essay_review",
                disabled=busy,
                on_click=request_review,
            )
            _draw_settings(busy=busy)
        draw_where_sent(who)
        if fault := st.session_state.pop(FAULT, None):
            st.error(escaped(fault), icon=":material/error:")
        if review is not None:
            _review(who, level, review)


def _level_key(current_draft: Draft) -> str:
    return f"essay_level_{current_draft.number}"


def _draw_head(who: Visitor, current_draft: Draft, *, busy: bool) -> HskLevel:
    usual_level = (
        current_draft.level or as_declared(who.core.questions.fit(who.student_id, who.caller).levels()[0]) or "4"
    )
    st.session_state.setdefault(_level_key(current_draft), usual_level)
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="bottom"):
        level = (
            st.segmented_control(
                _("Level of the task"),
                LEVELS,
                required=True,
                key=_level_key(current_draft),
                disabled=busy,
                width="content",
            )
            or usual_level
        )
        draw_sources(who, busy=busy)
    keep_level(level)
    return level


def _keep_written(key: str, level_key: str) -> None:
    """Keep title and text as they are in the field; after a refresh also the level that was chosen before it.

    What is sent once more, because a request found no text here, is reviewed: the request was for what stands in the field.
    """
    written = st.session_state[key]["written"]
    keep(str(written["text"]), str(written["title"])[:LONGEST_TITLE])
    if written["level"] in LEVELS:
        st.session_state[level_key] = written["level"]
    if written.get("again"):
        request_review()


def _editor_data(who: Visitor, key: str, current_draft: Draft, level: HskLevel, *, busy: bool) -> dict[str, Any]:
    return {
        "id": key,
        "keep": f"wenlu-essay-{who.student_id}",
        "put": current_draft.number > 0,
        "busy": busy,
        "refusals": refusals(),
        "text": current_draft.text,
        "title": current_draft.title,
        "level": level,
        "levels": LEVELS,
        "longest": LONGEST_ESSAY,
        "longestTitle": LONGEST_TITLE,
        "ui": {
            "title": _("Title"),
            "titlePlaceholder": _("Title of the essay, in Chinese"),
            "label": _("Your essay"),
            "placeholder": _("Write or paste your essay here, in Chinese."),
            "count": _("{count} characters"),
            "over": _("{count} too many"),
            "room": _("up to {most} with marks and spaces"),
            "offline": _(
                "No connection. What you write is kept in this browser tab; have it reviewed when you are online again."
            ),
        },
    }


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


def _review(who: Visitor, level: HskLevel, review: PendingReview) -> None:
    """Evaluate the essay; the next run opens the result, or shows the refusal and leaves everything as it is."""
    current_draft = draft()
    request = EssayRequest(
        student_id=who.student_id,
        essay_content=current_draft.text[: LONGEST_ESSAY + 1],
        essay_title=current_draft.title.strip(),
        hsk_level=level,
        framework=st.session_state.get(FRAMEWORK) or "RASNC",
        strictness=st.session_state.get(STRICTNESS) or "normal",
    )
    with st.spinner(_("Reading your essay: words, grammar, sentences, the whole…")):
        st.html(LATER.format(said=escaped_html(_later_text())))
        review.begun = True
        try:
            review.evaluation_id = who.core.essays.begin(request, who.caller).payload.evaluation_id
        except WenluError as error:
            review.fault = _("Not reviewed. {remedy} Your text is kept.").format(remedy=error.remedy(language()))
    st.rerun()


def _later_text() -> str:
    return _(
        "This takes longer than usual. After a start of the service the first essay waits until the models are read; "
        "then it is quick."
    )
