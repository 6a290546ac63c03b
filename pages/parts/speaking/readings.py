"""Readings of this browser session: scored once a recording, with the sound for as long as the page is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import streamlit as st
from streamlit import runtime

from core.api.speech import SpeechUpload
from core.errors import Busy, WenluError
from core.speech.wire import SpeechReport
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped
from pages.parts.speaking.recorder import Sound
from pages.parts.visitor import Visitor

READINGS = "speaking_readings"
"""Key in session state: the last reading of each text, by the key of the text."""
MOST_KEPT = 5
"""Most recordings in the memory of the server: two minutes are up to 23 MB."""


@dataclass(frozen=True)
class Reading:
    """A recording with its report, or with the reason why there is none."""

    sound: Sound
    report: SpeechReport | None
    refusal: str = ""
    unheard: bool = False
    """The service was busy: the recording is scored at the next look at the page."""


def scored_reading(who: Visitor, key: str, text: str, sound: Sound | None) -> Reading | None:
    """The reading of a text; a recording is scored the first time that it is seen."""
    readings: dict[str, Reading] = st.session_state.setdefault(READINGS, {})
    previous = readings.get(key)
    if sound is None or (previous is not None and not previous.unheard and previous.sound.file_id == sound.file_id):
        return previous
    with st.spinner(_("Listening to your reading…"), show_time=True):
        reading = _evaluated(who, text, sound)
    readings.pop(key, None)
    readings[key] = reading
    for old in list(readings)[:-MOST_KEPT]:
        del readings[old]
    return reading


def _evaluated(who: Visitor, text: str, sound: Sound) -> Reading:
    upload = SpeechUpload(raw=sound.raw, filename=sound.name, text=text, student_id=who.student_id)
    try:
        return Reading(sound, who.core.speech.evaluate(upload, who.caller))
    except WenluError as error:
        return Reading(sound, None, error.remedy(language()), unheard=isinstance(error, Busy))


def last_reading(key: str) -> Reading | None:
    """The last reading of a text in this browser session, by the key of the text."""
    readings: dict[str, Reading] = st.session_state.get(READINGS, {})
    return readings.get(key)


def reading_of(evaluation_id: str) -> Reading | None:
    """The reading of this browser session with that result."""
    readings: dict[str, Reading] = st.session_state.get(READINGS, {})
    matches = (
        reading for reading in readings.values() if reading.report and reading.report.evaluation_id == evaluation_id
    )
    return next(matches, None)


def forget(evaluation_id: str) -> None:
    """Drop the recording of a result that was deleted."""
    readings: dict[str, Reading] = st.session_state.get(READINGS, {})
    for key, reading in list(readings.items()):
        if reading.report is not None and reading.report.evaluation_id == evaluation_id:
            del readings[key]


def draw_refusal(reading: Reading) -> None:
    """Draw why a recording was not scored; it stays in the recorder, and so does the text."""
    advice = _(
        "The text and your recording are kept: hear it in the recorder, then record it again or choose another file."
    )
    st.error(f"{escaped(reading.refusal)}  \n{advice}", icon=":material/mic_alert:")


class PlayedSound(NamedTuple):
    """A recording that can be heard on the page: its address (None outside a running server) and its bytes."""

    address: str | None
    raw: bytes


def played_sound(raw: bytes, media_type: str, key: str) -> PlayedSound:
    """A recording with its address while the page is open."""
    return PlayedSound(address_of(raw, media_type, key), raw)


def address_of(raw: bytes, media_type: str, key: str) -> str | None:
    """The address of a recording while the page is open; None outside a running server."""
    if not runtime.exists():
        return None
    return runtime.get_instance().media_file_mgr.add(raw, media_type, f"speaking_{key}")
