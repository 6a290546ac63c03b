"""What the facade needs of speech evaluation."""

from __future__ import annotations

from typing import Protocol

from core.speech.wire import SpeechReport


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
