"""How a choice is saved: at once, with a word that it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from core.api.preferences import Preferences
from core.errors import WenluError
from pages.parts.i18n import _, language
from pages.parts.preferences import preferences, save_preferences
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

SAVED = "settings_saved"
"""Session state: "" after a choice was saved, otherwise why it was not."""


def save_choice(who: Visitor, field: str, key: str, meaning: Callable[[Any], Any] = lambda value: value) -> None:
    """Save what the control `key` shows as one field of the preferences; `meaning` turns what is shown into what is kept."""
    save_with(who, {field: meaning(st.session_state[key])})


def save_with(who: Visitor, changed: dict[str, Any]) -> None:
    """Save the preferences with some fields changed."""
    try:
        save_preferences(who, Preferences.model_validate({**dict(preferences()), **changed}))
    except WenluError as error:
        st.session_state[SAVED] = error.remedy(language())
        return
    st.session_state[SAVED] = ""


def note_saved() -> None:
    """Have the page say that a choice was saved."""
    st.session_state[SAVED] = ""


def draw_saved() -> None:
    """A quiet word that the last choice was saved, or why it was not."""
    message = st.session_state.pop(SAVED, None)
    if message:
        st.error(_("It was not saved: {reason}").format(reason=escaped(message)), icon=":material/error:")
    elif message == "":
        st.toast(_("Saved."), icon=":material/check:")
