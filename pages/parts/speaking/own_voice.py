"""One's own voice with the right tone, for as long as the recording is in the memory of the page."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import TypedDict

import streamlit as st

from core.api.speech import MEDIA_TYPE, OwnVoice
from core.errors import BadRequest, Busy
from core.speech.wire import SpeechReport
from pages.parts.i18n import _
from pages.parts.speaking.readings import address_of
from pages.parts.visitor import Visitor

MADE = "speaking_own_voice"
"""Key in session state: what was made of the last recordings, by recording and result."""
MOST_KEPT = 5


class OwnVoiceData(TypedDict):
    """What the component is told of one misread syllable: the address of the sound, or why there is none."""

    url: str | None
    why: str


def own_voice_of(who: Visitor, report: SpeechReport, recording: bytes | None, key: str) -> dict[int, OwnVoiceData]:
    """By the number of each misread syllable; empty without a recording, and where no tone was called wrong."""
    if recording is None or not any(
        syllable.tone is not None and syllable.tone.verdict == "wrong" for syllable in report.syllables
    ):
        return {}
    made = _made(who, report, recording)
    if made is None:
        return {}
    reasons = reason_texts()
    sounds = {
        number: OwnVoiceData(url=address_of(sound, MEDIA_TYPE, f"{key}_own_{number}"), why="")
        for number, sound in made.sounds.items()
    }
    return sounds | {number: OwnVoiceData(url=None, why=reasons[doubt]) for number, doubt in made.doubts.items()}


def _made(who: Visitor, report: SpeechReport, recording: bytes) -> OwnVoice | None:
    """Made once for each recording and result; None where the service is busy, and the next look at the page tries again."""
    kept: dict[str, OwnVoice] = st.session_state.setdefault(MADE, {})
    name = f"{sha256(recording).hexdigest()}·{report.evaluation_id}"
    if name not in kept:
        try:
            kept[name] = who.core.speech.own_voice(recording, report, who.caller)
        except Busy:
            return None
        except BadRequest:
            kept[name] = OwnVoice()
        for old in list(kept)[:-MOST_KEPT]:
            del kept[old]
    return kept[name]


def reason_texts() -> Mapping[str, str]:
    """Why a syllable is not said again in one's own voice."""
    return {
        "too_short": _("too little voice in it"),
        "creaky": _("the voice creaks or breaks off in it"),
        "octave": _("the height of the voice is in doubt"),
        "clipped": _("the recording is overdriven there"),
        "noisy": _("no clear pitch in it"),
        "not_reached": _("the new pitch did not come out clearly"),
    }
