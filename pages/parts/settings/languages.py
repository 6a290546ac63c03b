"""The language of the interface, and that of explanations."""

from __future__ import annotations

import streamlit as st

from core.wire import Language
from pages.parts.i18n import _, language
from pages.parts.preferences import preferences
from pages.parts.settings.saving import note_saved, save_choice
from pages.parts.visitor import Visitor, save_language

AS_INTERFACE = "interface"
NAMES: dict[str, str] = {"zh": "中文", "en": "English"}


def draw_languages(who: Visitor) -> None:
    """Two choices: what the buttons say, and what explanations are written in."""
    st.subheader(_("Language"), anchor=False)
    interface: list[Language] = ["zh", "en"]
    st.segmented_control(
        _("Interface"), interface, default=language(), format_func=NAMES.__getitem__, required=True,
        key="settings_language", on_change=_save_interface, args=(who,),
    )  # fmt: skip
    names = {AS_INTERFACE: _("Same as the interface"), **NAMES}
    st.segmented_control(
        _("Explanations"), list(names), default=preferences().explanations or AS_INTERFACE, format_func=names.__getitem__,
        required=True, key="settings_explanations", on_change=save_choice,
        args=(who, "explanations", "settings_explanations", _kept),
    )  # fmt: skip
    st.caption(_("Why an answer is wrong, what a rule says, notes in lessons and comments on essays."))


def _kept(shown: str) -> Language | None:
    return "zh" if shown == "zh" else "en" if shown == "en" else None


def _save_interface(who: Visitor) -> None:
    save_language(who, "en" if st.session_state["settings_language"] == "en" else "zh")
    note_saved()
