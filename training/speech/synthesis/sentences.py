"""This project's sentences as they are to be spoken, in an order that is drawn once and for all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from core.speech.model import ExpectedSyllable, ReadingText
from core.speech.service import ReadingEvaluator
from core.tables import DATA
from training.speech.synthesis.phonemes import MARKS, WORD_SPACE

SHORTEST, LONGEST = 8, 20
"""Syllables: shorter ones are mostly the silence around them, longer ones are rare."""


@dataclass(frozen=True)
class Sentence:
    """A text, its syllables as the product expects them to be read, and what stands behind each: a mark, a space or nothing."""

    text: str
    syllables: tuple[ExpectedSyllable, ...]
    after: tuple[str, ...]

    @property
    def key(self) -> str:
        """Twelve hexadecimal digits of the text."""
        return digest(self.text)[:12]


def digest(text: str) -> str:
    """SHA-256 of a text, hexadecimal."""
    return sha256(text.encode()).hexdigest()


def sentence_texts() -> list[str]:
    """The texts of all exercise sentences of the content, each once, ordered by their digests."""
    rows = (
        json.loads(line)
        for file in sorted((DATA / "content").glob("sentences-*.jsonl"))
        for line in file.read_text(encoding="utf-8").splitlines()
    )
    return sorted({row["text"] for row in rows}, key=digest)


def sentences(evaluator: ReadingEvaluator) -> Iterator[Sentence]:
    """The sentences that can be spoken: of characters and plain marks alone, without erhua, of `SHORTEST` to `LONGEST` syllables."""
    for text in sentence_texts():
        if all("一" <= character <= "鿿" or character in MARKS for character in text):
            sentence = sentence_of(evaluator.readings(text)[0])
            if sentence is not None:
                yield sentence


def sentence_of(reading: ReadingText) -> Sentence | None:
    """A reading of a text as a sentence; None where it cannot be spoken or has another length."""
    syllables = reading.syllables
    if not SHORTEST <= len(syllables) <= LONGEST or reading.unread or any(part.length != 1 for part in syllables):
        return None
    starts = [*(syllable.position for syllable in syllables[1:]), len(reading.text)]
    breaks = [*(syllable.break_before for syllable in syllables[1:]), "major"]
    after = [
        _spoken_mark(reading.text[syllable.position + 1 : start], break_)
        for syllable, start, break_ in zip(syllables, starts, breaks, strict=True)
    ]
    return Sentence(reading.text, syllables, (*after[:-1], after[-1].strip()))


def _spoken_mark(between: str, break_: str) -> str:
    if between:
        return MARKS[between[0]] + WORD_SPACE
    return "" if break_ == "none" else WORD_SPACE
