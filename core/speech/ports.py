"""What speech evaluation needs from outside."""

from __future__ import annotations

from typing import Protocol

from core.speech.model import Recording


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
