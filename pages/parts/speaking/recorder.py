"""The recorder: a recording is made, heard and sent, or a file chosen, with a note on what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.api.speaking import CLIPPED_SHARE, HEAVILY_CLIPPED_SHARE, LOW_PEAK_DBFS, LOWEST_PEAK_DBFS, RAIL
from core.speech.wire import LONGEST_SECONDS
from pages.parts.components import asset, voice_recorder
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


def task_container() -> DeltaGenerator:
    """What is read and its recorder: side by side in a wide window, one above the other in a narrow one, where the recorder stays at the foot."""
    st.html(f"<style>{asset('speaking/task.css')}</style>")
    return st.container(key="speaking_task")


def text_container() -> DeltaGenerator:
    """What is read, inside the task."""
    return st.container(key="speaking_text")


def heard_container(sound: Sound) -> DeltaGenerator:
    """What came of a recording; the recorder waits for one of a new name."""
    return st.container(key=f"speaking_heard_{sound.file_id}")


def draw_recorder(key: str, *, kept: bool, again: bool = False) -> Sound | None:
    """Draw the recorder; return the recording that came last, None before there is one.

    Parameters
    ----------
    key
        Of the text: another text begins with an empty recorder.
    kept
        Whether the operator keeps recordings.
    again
        Whether the text has been read, so that the button says so.
    """
    with st.container(key="speaking_side"):
        with st.container(key="speaking_recorder"):
            voice_recorder()(key=f"speaking_record_{key}", data=recorder_data(again=again))
        with st.container(key="speaking_behind"):
            with st.container(key="speaking_recorded"):
                # Nobody sees it: the recorder gives its recording to it, so that sound comes in by one door.
                recorded = st.file_uploader(
                    _("Record"), type=["wav"], max_upload_size=MOST_MEGABYTES, key=f"speaking_recorded_{key}"
                )
            with st.expander(_("Or choose a file"), icon=":material/upload_file:", type="compact"):
                uploaded = st.file_uploader(
                    _("A recording of up to {minutes} minutes (WAV, MP3, M4A, WebM, Ogg, FLAC)").format(
                        minutes=round(LONGEST_SECONDS / 60)
                    ),
                    type=list(KINDS),
                    max_upload_size=MOST_MEGABYTES,
                    key=f"speaking_file_{key}",
                )
            with st.expander(_("See my pitch"), icon=":material/airwave:", type="compact"):
                draw_live(key)
            st.caption(f":material/lock: {privacy_text(kept=kept)}")
    return newest_sound(f"speaking_newer_{key}", recorded, uploaded)


def recorder_data(*, again: bool) -> dict[str, Any]:
    """What the recorder is given: its words, and the limits by which the service warns of a recording or refuses it."""
    return {
        "again": again,
        "limits": {
            "rate": SAMPLE_RATE,
            "seconds": LONGEST_SECONDS,
            "silentDb": LOWEST_PEAK_DBFS,
            "quietDb": LOW_PEAK_DBFS,
            "rail": RAIL,
            "loudShare": CLIPPED_SHARE,
            "refusedShare": HEAVILY_CLIPPED_SHARE,
        },
        "ui": _words(),
    }


def _words() -> dict[str, Any]:
    return {
        "record": _("Record"),
        "again": _("Record again"),
        "stop": _("Stop"),
        "send": _("Send"),
        "send_anyway": _("Send anyway"),
        "hear": _("Hear it"),
        "hear_stop": _("Pause"),
        "meter": _("Level of the microphone"),
        "wave": _("Your recording, {seconds} s"),
        "phases": {
            "idle": _("Press, read the text aloud, and press again. You hear it before it is sent."),
            "asking": _("Allow the microphone if the browser asks."),
            "recording": "",
            "sending": _("It is being sent and listened to…"),
            "sent": _("The result stands below."),
        },
        "levels": {
            "silent": _("Silence"),
            "quiet": _("Too quiet: come nearer"),
            "good": _("Good level"),
            "loud": _("Too loud: move away a little"),
        },
        "goes": _("The level is good: it is sent in a moment. Hear it or record it again to keep it back."),
        "unheard": _("Nothing is heard. Is the microphone on, and the right one chosen in the browser?"),
        "verdicts": {
            "good": _("The level is good. Hear it, then send it, or record it again."),
            "short": _("Too short to hold a word. Press, read the whole text, then press again."),
            "silent": _("Nothing but silence was recorded. Check that the microphone is on, and record it again."),
            "quiet": _("Very quiet: scores may be off. Come nearer to the microphone and record it again."),
            "loud": _("Too loud in places. You may send it; a little further from the microphone is better."),
            "clipped": _("So loud that it is distorted, and it may be refused. Move away from the microphone and record it again."),
        },
        "not_allowed": _(
            "The browser does not allow the microphone. Allow it beside the address of this page, or choose a file below."
        ),
        "no_device": _("No microphone was found. Connect one, or choose a file below."),
        "no_sound": _("The microphone cannot be opened; another program may be using it. Try again, or choose a file below."),
        "no_microphone": _(
            "The browser does not allow the microphone at this address: it needs https:// or the computer the service "
            "runs on. Record with another program and choose the file below."
        ),
        "unplayable": _("This browser cannot play the recording; it can be sent all the same."),
        "not_sent": _("It could not be sent. Your recording is still here: send it once more."),
    }  # fmt: skip


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
