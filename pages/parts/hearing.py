"""Whether a student can hear anything: what the browser says of its voices, and one line on how to get sound."""

from __future__ import annotations

import streamlit as st

from pages.parts.components import voice_probe
from pages.parts.i18n import _
from pages.parts.visitor import Visitor

KEY = "voice_probe"
VOICE = "browser_voice"
"""Session state: whether the browser has a Chinese voice, once it has said so."""


def has_voice() -> bool:
    """Whether the browser has a Chinese voice, as far as is known: until it has said so, it has."""
    return st.session_state.get(VOICE) is not False


def ask_for_voice(who: Visitor) -> None:
    """Ask the browser, once in a session, whether it has a Chinese voice; the plan takes note of the answer."""
    if VOICE not in st.session_state:
        voice_probe()(key=KEY, data={"known": None}, on_voice_change=lambda: _learn(who))


def _learn(who: Visitor) -> None:
    voice = bool(st.session_state[KEY]["voice"])
    st.session_state[VOICE] = voice
    who.core.plan.set_voice(who.student_id, voice, who.caller)


def sound_line(who: Visitor) -> str:
    """What is left out for want of sound and how to get it, in one line; "" where everything can be heard."""
    if has_voice():
        return ""
    if who.core.questions.any_recorded() or who.core.ear.scored():
        return _(
            "This browser has no Chinese voice, so only what is recorded is dealt to be heard. Chrome, Edge and Safari with Chinese installed in the system say the rest."
        )
    return _(
        "This browser has no Chinese voice and no recordings are installed, so nothing is dealt to be heard. An administrator can fetch recordings; or use Chrome, Edge or Safari with Chinese installed in the system."
    )


def draw_sound_line(who: Visitor) -> None:
    """Draw the line, where there is one."""
    if line := sound_line(who):
        st.caption(f":material/volume_off: {line}")
