"""What the parts on people share: the caller, and an action whose failure is said in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from core.errors import WenluError
from core.records.access import Caller
from pages.parts.i18n import language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

DONE, FAULT = "people_done", "people_fault"


def caller_of(who: Visitor) -> Caller:
    """The caller for `core.people` and `core.classes`, which look themselves whose class a class is: any own one can be shown, whichever is
    chosen."""
    return replace(who.caller, students=None)


def attempt(act: Callable[[], str | None]) -> None:
    """Do something as a callback; say what was done, or why it could not be done."""
    try:
        done = act()
    except WenluError as error:
        st.session_state[FAULT] = error.remedy(language())
    else:
        if done:
            st.session_state[DONE] = done


def draw_outcome() -> None:
    """What the last action did, or why it could not be done; once."""
    if fault := st.session_state.pop(FAULT, None):
        st.error(escaped(fault), icon=":material/error:")
    if done := st.session_state.pop(DONE, None):
        st.success(escaped(done), icon=":material/check:")
