"""The recorder: a recording is made or a file chosen, with a note on what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.speech.wire import LONGEST_SECONDS
from pages.parts.i18n import _
from pages.parts.speaking.live import draw_live

SAMPLE_RATE = 16_000
KINDS = ("wav", "mp3", "m4a", "webm", "ogg", "flac")
MOST_MEGABYTES = 32
"""Two minutes of 48 kHz stereo WAV are 23."""


@dataclass(frozen=True)
class Sound:
    """A recording of this browser session, as it came."""

    file_id: str
    name: str
    media_type: str
    raw: bytes


def draw_recorder(key: str, *, kept: bool) -> Sound | None:
    """Draw the recorder; return the recording that came last, None before there is one.

    Parameters
    ----------
    key
        Of the text: another text begins with an empty recorder.
    kept
        Whether the operator keeps recordings.
    """
    recorded = st.audio_input(_("Say it"), sample_rate=SAMPLE_RATE, key=f"speaking_record_{key}")
    with st.expander(_("Or choose a file"), icon=":material/upload_file:", type="compact"):
        uploaded = st.file_uploader(
            _("A recording of up to {minutes} minutes (WAV, MP3, M4A, WebM, Ogg, FLAC)").format(
                minutes=round(LONGEST_SECONDS / 60)
            ),
            type=list(KINDS),
            max_upload_size=MOST_MEGABYTES,
            key=f"speaking_file_{key}",
        )
    draw_live(key)
    st.caption(f":material/lock: {privacy_text(kept=kept)}")
    return newest_sound(f"speaking_newer_{key}", recorded, uploaded)


def privacy_text(*, kept: bool) -> str:
    """What happens to the recording of the voice, which is personal data."""
    if kept:
        return _(
            "Your school keeps recordings with their results. You can delete a reading with its recording at any time."
        )
    return _("Your recording is dropped once it is scored; only the result is kept, and you can delete that too.")


def newest_sound(key: str, recorded: Any, uploaded: Any) -> Sound | None:
    """The recording or the file, whichever came last; both widgets keep what they have."""
    seen: tuple[str, ...] = st.session_state.get(key, ())
    sounds = [sound for sound in (recorded, uploaded) if sound is not None]
    new = [sound for sound in sounds if sound.file_id not in seen]
    # The order of arrival, the latest last; what was taken out of its widget goes.
    order = [file_id for file_id in seen if file_id in {sound.file_id for sound in sounds}] + [
        sound.file_id for sound in new
    ]
    st.session_state[key] = tuple(order)
    if not order:
        return None
    newest = next(sound for sound in sounds if sound.file_id == order[-1])
    return Sound(order[-1], newest.name, newest.type or "audio/wav", newest.getvalue())
