"""The pitch of the voice while the student speaks, over WebRTC: behind a toggle, since other computers need https for it."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import streamlit as st

from core.api.speaking import live_pitch
from core.arrays import Float32, Float64
from pages.parts.components import live_pitch_line
from pages.parts.i18n import _

SAMPLE_RATE = 16_000
SHOWN_SECONDS = 3.0
EVERY_SECONDS = 0.25
"""Between two drawings: four a second are smooth enough for a line that moves slowly, and cost 4 % of a core."""
LOCAL = ("localhost", "127.0.0.1", "[::1]")
CONFIGURATION: dict[str, Any] = {"iceServers": []}
"""No outside server helps to connect: it works on one computer and in one network, and nothing leaves it."""


class Tail:
    """The last seconds of a microphone, written by the thread of the connection and read by the page's."""

    def __init__(self) -> None:
        self._samples = np.zeros(round(SHOWN_SECONDS * SAMPLE_RATE), np.float32)
        self._lock = threading.Lock()
        self._resampler: Any = None

    def take(self, frame: Any) -> None:
        """Add a frame of any rate and layout."""
        import av

        with self._lock:
            if self._resampler is None:
                self._resampler = av.AudioResampler(format="flt", layout="mono", rate=SAMPLE_RATE)
            for part in self._resampler.resample(frame):
                self.add(part.to_ndarray().reshape(-1))

    def add(self, samples: Float32) -> None:
        """Add samples at 16 kHz; the oldest are dropped."""
        self._samples = np.concatenate([self._samples, samples])[-len(self._samples) :]

    def last(self) -> Float32:
        """The last `SHOWN_SECONDS` at 16 kHz, silence where nothing came yet."""
        with self._lock:
            return self._samples.copy()


def draw_live(key: str) -> None:
    """Draw the toggle, and the line of the pitch below it."""
    if not st.toggle(_("Show my pitch while I speak"), key="speaking_live_on", persist_state="session"):
        return
    if not is_secure(st.context.url or ""):
        st.warning(
            _(
                "The browser does not allow the microphone at this address: it needs https:// or the computer the service "
                "runs on. Ask whoever runs this service for https, or record a file with another program."
            ),
            icon=":material/lock_open:",
        )
        return
    try:
        from streamlit_webrtc import WebRtcMode, create_audio_sink_track, webrtc_streamer
    except ImportError:
        st.warning(
            _("The package streamlit-webrtc is missing on this server; everything else works without it."),
            icon=":material/extension_off:",
        )
        return
    tail: Tail = st.session_state.setdefault(f"speaking_tail_{key}", Tail())
    context = webrtc_streamer(
        key=f"speaking_live_{key}",
        mode=WebRtcMode.SENDONLY,
        rtc_configuration=CONFIGURATION,
        media_stream_constraints={"audio": True, "video": False},
        sink_audio_track=create_audio_sink_track(tail.take, key=f"speaking_sink_{key}"),
        media_toggle_controls=False,
        translations={"start": _("Start"), "stop": _("Stop"), "select_device": _("Choose a microphone")},
    )
    if context.state.playing:
        _draw_line(tail)
    else:
        st.caption(_("Press Start, then speak: the last three seconds of your pitch are drawn. Nothing of it is kept."))


@st.fragment(run_every=EVERY_SECONDS)
def _draw_line(tail: Tail) -> None:
    live_pitch_line()(key="speaking_live_line", data=line_data(live_pitch(tail.last())))


def line_data(f0_hz: Float64) -> dict[str, Any]:
    """The pitch as the component draws it; null where there is no voice."""
    hz = [None if np.isnan(value) else round(float(value), 1) for value in f0_hz]
    return {"hz": hz, "label": _("Your pitch in the last three seconds")}


def is_secure(url: str) -> bool:
    """Whether browsers give a microphone to a page at this address.

    >>> is_secure("https://school.example/speaking"), is_secure("http://localhost:8501/"), is_secure("http://10.0.0.4/")
    (True, True, False)
    """
    scheme, _colon, rest = url.partition("://")
    host = rest.split("/")[0]
    return scheme == "https" or host.rsplit(":", 1)[0] in LOCAL or host in LOCAL
