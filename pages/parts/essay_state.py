"""What the desk of essay reviews keeps in the browser session, and what stands in the address."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

import streamlit as st

from core.api_assignments import WritingView
from core.api_essay import HskLevel
from core.errors import NotFound
from pages.parts.essay_words import LEVELS
from pages.parts.visitor import Visitor

ESSAY, WRITING, STUDENT = "essay", "writing", "student"
"""In the address: the review that is looked at; a kept text to be reviewed; whose essays a teacher looks at."""
DRAFT, FAULT = "essay_draft", "essay_fault"
"""Session state: the `Draft` on the desk; what went wrong."""


@dataclass(frozen=True)
class Draft:
    """What lies on the desk. `number` tells texts that were put there from those that were typed."""

    text: str = ""
    title: str = ""
    level: HskLevel | None = None
    number: int = 0


def draft() -> Draft:
    """The desk as it is."""
    found = st.session_state.get(DRAFT)
    return found if isinstance(found, Draft) else Draft()


def put(text: str, title: str, level: HskLevel | None) -> None:
    """Lay another text on the desk; the fields begin anew."""
    st.session_state[DRAFT] = Draft(text, title, level, draft().number + 1)


def keep(text: str) -> None:
    """What was typed, as it is now."""
    st.session_state[DRAFT] = replace(draft(), text=text)


def keep_head(title: str, level: HskLevel) -> None:
    """Title and level, as they are now."""
    st.session_state[DRAFT] = replace(draft(), title=title, level=level)


def as_declared(level: int | None) -> HskLevel | None:
    """A level of the standard as the contract of essays has it: its highest is 6."""
    return None if level is None else LEVELS[min(max(level, 1), 6) - 1]


def take_asked(who: Visitor) -> None:
    """Lay the kept text of the address on the desk, and take it out of the address: a refresh must not undo what is typed then."""
    asked = st.query_params.get(WRITING)
    if not asked:
        return
    del st.query_params[WRITING]
    with suppress(NotFound):
        take(who, who.core.writing(asked, who.caller, student_id=who.student_id))


def take(who: Visitor, text: WritingView) -> None:
    """Lay a kept text on the desk, at the level of its task."""
    try:
        level = who.core.writing_task(text.student_id, text.resource_id, who.caller).level
    except NotFound:
        level = None
    put(text.text, text.title, as_declared(level))


def open_essay(evaluation_id: str) -> None:
    """The address now shows a review."""
    kept = {STUDENT: st.query_params[STUDENT]} if STUDENT in st.query_params else {}
    st.query_params.from_dict({**kept, ESSAY: evaluation_id})


def close_essay() -> None:
    """Back to the desk, or to the list of the student."""
    kept = {STUDENT: st.query_params[STUDENT]} if STUDENT in st.query_params else {}
    st.query_params.from_dict(kept)
