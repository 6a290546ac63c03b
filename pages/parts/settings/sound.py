"""Sound, and light or dark."""

from __future__ import annotations

import streamlit as st

from pages.parts.components import account_bar
from pages.parts.i18n import _, language
from pages.parts.menu import bar_words
from pages.parts.preferences import SPEEDS, preferences
from pages.parts.settings.saving import save_choice
from pages.parts.visitor import Visitor


def draw_sound(who: Visitor) -> None:
    """Whether lessons play by themselves, and how fast voices speak."""
    mine = preferences()
    st.subheader(_("Sound"), anchor=False)
    st.toggle(
        _("Lessons speak by themselves"), mine.sound, key="settings_sound",
        on_change=save_choice, args=(who, "sound", "settings_sound"),
    )  # fmt: skip
    st.caption(_("When this is off nothing sounds until you press a listen button."))
    speeds = {"slowest": _("Slowest"), "slow": _("Slower"), "usual": _("As usual"), "fast": _("Faster")}
    st.segmented_control(
        _("Speed of voices"), list(SPEEDS), default=mine.voice_speed, format_func=speeds.__getitem__, required=True,
        key="settings_speed", on_change=save_choice, args=(who, "voice_speed", "settings_speed"),
    )  # fmt: skip


def draw_look() -> None:
    """Light or dark."""
    st.subheader(_("Light or dark"), anchor=False)
    with st.container(width=320):
        account_bar()(
            key="settings_theme",
            data={"ui": bar_words(), "leave": False, "language": language(), "languages": []},
            on_language_change=lambda: None,
        )
    st.caption(_("This is kept in the browser, so that each of your devices can have its own."))
