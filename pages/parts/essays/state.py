"""What the desk of essay reviews keeps in the browser session, and what stands in the address."""

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
"""In the address: the review that is looked at; a kept text to be reviewed; whose essays a teacher looks at."""
DRAFT, FAULT, ASKED = "essay_draft", "essay_fault", "essay_asked"
"""Session state: the `Draft` on the desk; what went wrong; the `Asked` review."""


@dataclass(frozen=True)
class Draft:
    """What lies on the desk. `number` tells texts that were put there from those that were typed."""

    text: str = ""
    title: str = ""
    level: HskLevel | None = None
    number: int = 0


@dataclass
class Asked:
    """A review that is being made. Streamlit may end a run at any of its calls and begin anew: what was asked for, and what came of it, must
    be known to the next run."""

    begun: bool = False
    evaluation_id: str = ""
    fault: str = ""


def asked() -> Asked | None:
    """The review that is asked for and not yet made.

    One that is made opens; one that was refused leaves its fault, as does one of no text; one that broke off is forgotten.
    """
    found = st.session_state.get(ASKED)
    if not isinstance(found, Asked):
        return None
    if not found.begun and not draft().text.strip():
        found = Asked(begun=True, fault=_nothing_said(draft().title))
    if not found.begun:
        return found
    del st.session_state[ASKED]
    if found.evaluation_id:
        open_essay(found.evaluation_id)
        st.rerun()
    if found.fault:
        st.session_state[FAULT] = found.fault
    return None


def ask() -> None:
    """Have reviewed what lies on the desk once all that came with the click is known: callbacks run in no order of their own."""
    st.session_state[ASKED] = Asked()


def _nothing_said(title: str) -> str:
    if title.strip():
        return _("So far there is only a title. Write or paste the essay below it; the title is kept.")
    return _("There is no essay yet: write or paste one, or choose one of your texts.")


def draft() -> Draft:
    """The desk as it is."""
    found = st.session_state.get(DRAFT)
    return found if isinstance(found, Draft) else Draft()


def put(text: str, title: str, level: HskLevel | None) -> None:
    """Lay another text on the desk; the fields begin anew."""
    st.session_state[DRAFT] = Draft(text, title, level, draft().number + 1)
    st.session_state.pop(ASKED, None)


def keep(text: str, title: str) -> None:
    """What was typed, as it is now."""
    st.session_state[DRAFT] = replace(draft(), text=text, title=title)


def keep_level(level: HskLevel) -> None:
    """The level, as it is now."""
    st.session_state[DRAFT] = replace(draft(), level=level)


def as_declared(level: int | None) -> HskLevel | None:
    """A level of the standard as the contract of essays has it: its highest is 6."""
    return None if level is None else LEVELS[min(max(level, 1), 6) - 1]


def take_asked(who: Visitor) -> None:
    """Lay the kept text of the address on the desk, and take it out of the address: a refresh must not undo what is typed then."""
    named = st.query_params.get(WRITING)
    if not named:
        return
    del st.query_params[WRITING]
    with suppress(NotFound):
        take(who, who.core.writing.text(named, who.caller, student_id=who.student_id))


def take(who: Visitor, text: WritingView) -> None:
    """Lay a kept text on the desk, at the level of its task."""
    try:
        level = who.core.writing.task(text.student_id, text.resource_id, who.caller).level
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
