"""What the core asks of models of the Chinese language, and of recordings of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class LanguageModel(Protocol):
    """How likely a Chinese text is, sentence by sentence. All logarithms are natural."""

    def log_probability(self, text: str) -> float:
        """Of the whole text, the ends of its sentences included; 0 or less. The empty text has 0."""
        ...

    def log_probabilities(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """The same of many texts at once; array [shape=(len(texts),)]."""
        ...

    def token_log_probabilities(self, text: str) -> NDArray[np.float64]:
        """Of each code point after those before it; array [shape=(len(text),)].

        A run of Latin letters or digits counts at its first code point, white space 0, the end of a sentence at the
        sentence's last code point, so that the array sums to `log_probability(text)`.
        """
        ...

    def known_lengths(self, text: str) -> NDArray[np.int64]:
        """How long a stretch, ending at each code point, the model has kept from its text; array [shape=(len(text),)].

        0 where the character itself is unknown, at most the model's order. A long stretch is one that was read often
        enough to be kept.
        """
        ...


class Recordings(Protocol):
    """Single words as native speakers say them."""

    @property
    def words(self) -> Collection[str]:
        """All words that have a recording."""
        ...

    def url(self, word: str) -> str | None:
        """Path of the word's recording on this server; None without one."""
        ...

    def file(self, name: str) -> Path | None:
        """The sound file behind the last part of such a path; None for any other name."""
        ...

    def credit(self) -> str:
        """Who made the recordings; "" where nobody is named."""
        ...
