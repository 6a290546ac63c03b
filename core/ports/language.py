"""What the core asks of models of the Chinese language, and of recordings of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from core.arrays import Float32, Float64, Int64
from core.records.texts import Token


class Segmenter(Protocol):
    """Words of a Chinese text."""

    def words(self, text: str) -> list[str]:
        """The tokens in order; joined they give `text` back."""
        ...


class Parser(Protocol):
    """Sentences of a Chinese text, their words, parts of speech and dependencies."""

    def parse(self, text: str) -> list[tuple[Token, ...]]:
        """Sentences in order. Offsets count code points of `text`; white space belongs to no token, every other
        character to exactly one."""
        ...


class PinyinReader(Protocol):
    """How a Chinese text is read."""

    def syllables(self, text: str) -> list[str]:
        """One syllable with tone mark for each character, dictionary tones; '' where a character has no reading."""
        ...

    def spoken(self, text: str) -> list[str]:
        """As `syllables`, but as spoken: sandhi of 一, 不 and the third tone, neutral tones of grammar."""
        ...

    def transcription(self, text: str) -> str:
        """The whole text in pinyin, written by words."""
        ...

    def readings(self, character: str) -> frozenset[str]:
        """All syllables that a character is read as, somewhere."""
        ...


class Syllabus(Protocol):
    """Levels in the HSK syllabus of 2025, the second standard beside GF 0025-2021."""

    def word_level(self, word: str) -> int | None:
        """1-7, 7 for the band 7-9; None when the syllabus does not hold the word."""
        ...

    def character_level(self, character: str) -> int | None:
        """1-7, 7 for the band 7-9; None when the syllabus does not hold the character."""
        ...


class ScriptConverter(Protocol):
    """Between simplified and traditional characters."""

    def simplified(self, text: str) -> str:
        """The text in simplified characters, of the same length."""
        ...


class LanguageModel(Protocol):
    """How likely a Chinese text is, sentence by sentence. All logarithms are natural."""

    def log_probability(self, text: str) -> float:
        """Of the whole text, the ends of its sentences included; 0 or less. The empty text has 0."""
        ...

    def log_probabilities(self, texts: Sequence[str]) -> Float64:
        """The same of many texts at once; array [shape=(len(texts),)]."""
        ...

    def token_log_probabilities(self, text: str) -> Float64:
        """Of each code point after those before it; array [shape=(len(text),)].

        A run of Latin letters or digits counts at its first code point, white space 0, the end of a sentence at the
        sentence's last code point, so that the array sums to `log_probability(text)`.
        """
        ...

    def known_lengths(self, text: str) -> Int64:
        """How long a stretch, ending at each code point, the model has kept from its text; array [shape=(len(text),)].

        0 where the character itself is unknown, at most the model's order. A long stretch is one that was read often
        enough to be kept.
        """
        ...


class Recordings(Protocol):
    """Single words and syllables as native speakers say them."""

    @property
    def words(self) -> Collection[str]:
        """All words that have a recording."""
        ...

    def url(self, word: str) -> str | None:
        """Path of the word's recording on this server; None without one."""
        ...

    @property
    def syllables(self) -> Collection[str]:
        """All syllables that have a recording, letters and tone (`lü4`)."""
        ...

    def syllable_url(self, syllable: str) -> str | None:
        """Path of the recording of a syllable on this server; None without one."""
        ...

    def file(self, name: str) -> Path | None:
        """The sound file behind the last part of such a path; None for any other name."""
        ...

    def credit(self) -> str:
        """Who made the recordings; "" where nobody is named."""
        ...


class AcousticModel(Protocol):
    """Which sounds of Mandarin are heard, frame by frame."""

    @property
    def version(self) -> str:
        """Name and version, as reports give them."""
        ...

    @property
    def log_priors(self) -> Float32:
        """Natural logarithm of how frequent each of `core.speech.aligning.phones.STATES` was in training; array [shape=(n_states,)]."""
        ...

    def log_posteriors(self, samples: Float32) -> Float32:
        """Natural log probability of each state, every 20 ms.

        Parameters
        ----------
        samples : array [shape=(n_samples,)]
            16 kHz, one channel, -1 to 1.

        Returns
        -------
        array [shape=(n_frames, n_states)]
            Frame i is centred at i * `core.speech.model.FRAME_SECONDS`; its exponentials sum to 1.
        """
        ...


class HeardToken(NamedTuple):
    """A piece of what a recogniser heard, mostly one character; seconds from the start, NaN where it tells no times."""

    text: str
    start: float
    end: float


class Recogniser(Protocol):
    """What is said in a recording, without a text to go by: a second opinion beside the aligner."""

    @property
    def version(self) -> str:
        """Name and version, as reports give them."""
        ...

    def hear(self, samples: Float32) -> list[HeardToken]:
        """In order of speaking; samples are 16 kHz, one channel, -1 to 1."""
        ...
