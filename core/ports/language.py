"""What the core needs of models of the Chinese language, and of recordings of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from core.arrays import Float32, Float64, Int64
from core.records.texts import Token


class Segmenter(Protocol):
    """Splits a Chinese text into words."""

    def words(self, text: str) -> list[str]:
        """The tokens in order; joined they give `text` back."""
        ...


class Parser(Protocol):
    """Splits a Chinese text into sentences and finds words, parts of speech and dependencies."""

    def parse(self, text: str) -> list[tuple[Token, ...]]:
        """Sentences in order. Offsets count code points of `text`; white space belongs to no token, every other
        character to exactly one."""
        ...


class PinyinReader(Protocol):
    """Gives the pinyin of a Chinese text."""

    def syllables(self, text: str) -> list[str]:
        """One syllable with tone mark for each character, dictionary tones; '' where a character has no reading."""
        ...

    def spoken(self, text: str) -> list[str]:
        """Like `syllables`, but as spoken: with the sandhi of 一, 不 and the third tone, neutral tones of grammar."""
        ...

    def transcription(self, text: str) -> str:
        """The whole text in pinyin, written by words."""
        ...

    def readings(self, character: str) -> frozenset[str]:
        """All readings that a character has in any context, as syllables."""
        ...


class Syllabus(Protocol):
    """Levels in the HSK syllabus of 2025, the second standard besides GF 0025-2021."""

    def word_level(self, word: str) -> int | None:
        """1-7, 7 for the band 7-9; None when the syllabus does not hold the word."""
        ...

    def character_level(self, character: str) -> int | None:
        """1-7, 7 for the band 7-9; None when the syllabus does not hold the character."""
        ...


class ScriptConverter(Protocol):
    """Converts between traditional and simplified characters."""

    def simplified(self, text: str) -> str:
        """The text in simplified characters, of the same length."""
        ...

    def traditional(self, text: str) -> str:
        """The text in traditional characters, of the same length."""
        ...


class LanguageModel(Protocol):
    """Gives the probability of a Chinese text, sentence by sentence. All logarithms are natural."""

    def log_probability(self, text: str) -> float:
        """Log probability of the whole text, the ends of its sentences included; 0 or less. The empty text has 0."""
        ...

    def log_probabilities(self, texts: Sequence[str]) -> Float64:
        """Log probabilities of many texts at once; array [shape=(len(texts),)]."""
        ...

    def token_log_probabilities(self, text: str) -> Float64:
        """Log probability of each code point given those before it; array [shape=(len(text),)].

        A run of Latin letters or digits counts at its first code point, white space 0, the end of a sentence at the
        sentence's last code point, so that the array sums to `log_probability(text)`.
        """
        ...

    def known_lengths(self, text: str) -> Int64:
        """Length of the longest n-gram ending at each code point that the model contains; array [shape=(len(text),)].

        0 where the character itself is unknown, at most the model's order. The model contains a long n-gram only if it was
        frequent enough in the training text.
        """
        ...


class Recordings(Protocol):
    """Recordings of single words and syllables by native speakers."""

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
        """The sound file that the last part of such a path names; None for any other name."""
        ...

    def credit(self) -> str:
        """Who made the recordings; "" if nobody is named."""
        ...


class RecordedSentence(NamedTuple):
    """A sentence of which there is a recording."""

    file: str
    text: str
    pinyin: str = ""
    """Syllables with tones as numbers (`ni3 hao3`); "" where the pack does not say."""
    english: str = ""


class SentenceRecordings(Protocol):
    """Recordings of whole sentences by a synthetic voice, made beforehand."""

    @property
    def sentences(self) -> Sequence[RecordedSentence]:
        """All recorded sentences; the same object for as long as they do not change."""
        ...

    def url(self, text: str) -> str | None:
        """Path of the recording of exactly this text, punctuation and width apart, on this server; None without one."""
        ...

    def file(self, name: str) -> Path | None:
        """The sound file that the last part of such a path names; None for any other name."""
        ...

    def credit(self) -> str:
        """Who made the recordings; "" if nobody is named."""
        ...


class AcousticModel(Protocol):
    """Recognises the sounds of Mandarin in a recording, frame by frame."""

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
    """A token that a recogniser heard, mostly one character; times in seconds from the start, NaN if the recogniser reports none."""

    text: str
    start: float
    end: float


class Recogniser(Protocol):
    """Transcribes a recording without knowing the text that was read: a second opinion besides the aligner."""

    @property
    def version(self) -> str:
        """Name and version, as reports give them."""
        ...

    def hear(self, samples: Float32) -> list[HeardToken]:
        """The tokens heard, in order; samples are 16 kHz, one channel, -1 to 1."""
        ...
