"""The state of the desk of essay reviews in the browser session and in the address."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

import streamlit as st

from core.api.assignments import WritingView
from core.api.essays import HskLevel
from core.errors import NotFound
from pages.parts.essays.words import LEVELS
from pages.parts.i18n import _
from pages.parts.visitor import Visitor

ESSAY, WRITING, STUDENT = "essay", "writing", "student"
"""Parameters of the address: the review that is shown; a stored text to be reviewed; the student whose essays a teacher reads."""
DRAFT, FAULT, PENDING_REVIEW, REFUSALS = "essay_draft", "essay_fault", "essay_asked", "essay_refusals"
"""Session state: the `Draft` on the desk; an error message; the `PendingReview`; how many requests were refused as empty."""


@dataclass(frozen=True)
class Draft:
    """The text on the desk. `number` grows with each text that was put there, so that it can be told from typed text."""

    text: str = ""
    title: str = ""
    level: HskLevel | None = None
    number: int = 0


@dataclass
class PendingReview:
    """A review that was requested. Streamlit may end a run at any of its calls and start again, so that the request and its result must be known
    to the next run."""

    begun: bool = False
    evaluation_id: str = ""
    fault: str = ""


def pending_review() -> PendingReview | None:
    """The review that was requested and has not been made yet.

    A finished one is opened; a refused one, or one of an empty text, leaves its message; one that broke off is forgotten.
    """
    pending = st.session_state.get(PENDING_REVIEW)
    if not isinstance(pending, PendingReview):
        return None
    if not pending.begun and not draft().text.strip():
        pending = PendingReview(begun=True, fault=_nothing_written_text(draft().title))
        st.session_state[REFUSALS] = refusals() + 1
    if not pending.begun:
        return pending
    del st.session_state[PENDING_REVIEW]
    if pending.evaluation_id:
        open_essay(pending.evaluation_id)
        st.rerun()
    if pending.fault:
        st.session_state[FAULT] = pending.fault
    return None


def request_review() -> None:
    """Request a review of the text on the desk; it starts in the next run, when all callbacks of the click have run, whatever their order."""
    st.session_state[PENDING_REVIEW] = PendingReview()
    st.session_state.pop(FAULT, None)


def refusals() -> int:
    """How many requests of this session were refused because no text had arrived. The field is told, and where something stands in it sends it again."""
    return int(st.session_state.get(REFUSALS, 0))


def _nothing_written_text(title: str) -> str:
    if title.strip():
        return _("So far there is only a title. Write or paste the essay below it; the title is kept.")
    return _("There is no essay yet: write or paste one, or choose one of your texts.")


def draft() -> Draft:
    """The draft on the desk."""
    stored = st.session_state.get(DRAFT)
    return stored if isinstance(stored, Draft) else Draft()


def put_on_desk(text: str, title: str, level: HskLevel | None) -> None:
    """Put another text on the desk and reset the fields."""
    st.session_state[DRAFT] = Draft(text, title, level, draft().number + 1)
    st.session_state.pop(PENDING_REVIEW, None)


def keep(text: str, title: str) -> None:
    """Keep the text and title as they were typed."""
    st.session_state[DRAFT] = replace(draft(), text=text, title=title)


def keep_level(level: HskLevel) -> None:
    """Keep the chosen level."""
    st.session_state[DRAFT] = replace(draft(), level=level)


def as_declared(level: int | None) -> HskLevel | None:
    """A level of the standard as a level of the essay contract, whose highest is 6."""
    return None if level is None else LEVELS[min(max(level, 1), 6) - 1]


def take_text_from_address(who: Visitor) -> None:
    """Put the stored text named in the address on the desk, and remove it from the address: a refresh must not undo what is typed afterwards."""
    writing_id = st.query_params.get(WRITING)
    if not writing_id:
        return
    del st.query_params[WRITING]
    with suppress(NotFound):
        put_text_on_desk(who, who.core.writing.text(writing_id, who.caller, student_id=who.student_id))


def put_text_on_desk(who: Visitor, text: WritingView) -> None:
    """Put a stored text on the desk, at the level of its task."""
    try:
        level = who.core.writing.task(text.student_id, text.resource_id, who.caller).level
    except NotFound:
        level = None
    put_on_desk(text.text, text.title, as_declared(level))


def open_essay(evaluation_id: str) -> None:
    """Show a review in the address."""
    kept_query = {STUDENT: st.query_params[STUDENT]} if STUDENT in st.query_params else {}
    st.query_params.from_dict({**kept_query, ESSAY: evaluation_id})


def close_essay() -> None:
    """Return to the desk, or to the list of the student."""
    kept_query = {STUDENT: st.query_params[STUDENT]} if STUDENT in st.query_params else {}
    st.query_params.from_dict(kept_query)
