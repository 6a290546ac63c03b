"""What speech evaluation needs from outside."""

from __future__ import annotations

from typing import Protocol

from core.speech.model import Recording
from core.speech.wire import SpeechReport


class SoundReader(Protocol):
    """Opens sound files. Safe to share between threads."""

    def decode(self, raw: bytes, *, name: str) -> Recording:
        """The sound as it is scored: one channel, 16 kHz, without a constant offset, two minutes at most.

        Parameters
        ----------
        raw
            A sound file. What it is stands in the bytes.
        name
            Of the file; nothing is concluded from it, and it stands in no message.

        Raises
        ------
        core.speech.refusals.NotASound, TooLong
            With what is wrong with it.
        """
        ...


class SoundWriter(Protocol):
    """Makes sound files that every browser plays. Safe to share between threads."""

    media_type: str

    def encode(self, recording: Recording) -> bytes:
        """A sound file of the recording."""
        ...


class SpeechEvaluator(Protocol):
    """Scores a recording against the text that was read aloud. Safe to share between threads."""

    def evaluate(self, raw: bytes, *, filename: str, text: str) -> SpeechReport:
        """The report; the same input gives the same report, with `evaluation_id` null.

        Parameters
        ----------
        raw
            A sound file as it was sent, of any kind that can be decoded.
        filename
            Repeated in the report; nothing is concluded from it.
        text
            1-2,000 characters, at least one of them Chinese.

        Raises
        ------
        BadRequest
            The recording cannot be scored: empty, no sound, silence, too long, noise, another text ...
        """
        ...
