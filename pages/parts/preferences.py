"""What the visitor prefers, the same on every page and in every widget: pinyin, script, tone colours, sound, goal."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.api.preferences import Preferences, VoiceSpeed
from pages.parts.i18n import EXPLANATIONS, _, language
from pages.parts.visitor import Visitor, visitor

PREFERENCES = "preferences"
"""Session state: the visitor's preferences as they were last read."""
SPEEDS: dict[VoiceSpeed, float] = {"slowest": 0.6, "slow": 0.8, "usual": 1.0, "fast": 1.15}
"""By how much each choice changes the pace of a voice. Browsers' voices blur above and fall apart below these."""


def settle_preferences(who: Visitor) -> None:
    """Read the visitor's preferences; everything drawn from now on follows them."""
    _use(who.core.preferences.of(who.account))


def preferences() -> Preferences:
    """The visitor's preferences; the defaults before anybody has signed in."""
    kept = st.session_state.get(PREFERENCES)
    return kept if isinstance(kept, Preferences) else Preferences()


def save_preferences(who: Visitor, chosen: Preferences) -> None:
    """Keep preferences in the account and follow them from now on."""
    who.core.preferences.keep(who.account, chosen)
    if who.account.student_id is not None:
        who.core.calls.explain_in(chosen.explanations or language(), who.account.student_id, who.caller)
    _use(chosen)


def _use(chosen: Preferences) -> None:
    st.session_state[PREFERENCES] = chosen
    st.session_state[EXPLANATIONS] = chosen.explanations


def keep_speed(chosen: object) -> None:
    """Keep the speed of voices that was chosen where something is played; anything but one of the speeds is not kept."""
    named = next((name for name, speed in SPEEDS.items() if speed == chosen), None)
    who = visitor()
    if named is None or named == preferences().voice_speed or who is None:
        return
    save_preferences(who, preferences().model_copy(update={"voice_speed": named}))


def widget_preferences(*, keeps_speed: bool = True) -> dict[str, Any]:
    """What every widget of this project is told, beside its own data. `keeps_speed`: whether a speed that is chosen there is kept."""
    mine = preferences()
    return {
        "pinyin": mine.pinyin,
        "script": mine.script,
        "tones": mine.tone_colours,
        "sound": mine.sound,
        "speed": SPEEDS[mine.voice_speed],
        "voice": {
            "kept": keeps_speed,
            "speed": _("Speed"),
            "again": _("Again"),
            "line": _("Line {number}"),
            "made": _("Recorded by a synthetic voice"),
        },
    }


def pinyin_at_first(*, easy: bool = False) -> bool:
    """Whether pinyin stands above a text before its button is pressed. `easy`: a lesson or a story for beginners, who cannot do without."""
    chosen = preferences().pinyin
    return chosen == "always" or (chosen == "tap" and easy)


def offers_pinyin() -> bool:
    """Whether pinyin is to be had at all."""
    return preferences().pinyin != "never"
