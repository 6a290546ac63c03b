"""The tagger (`training.essay.train_tagger`): a transformer that reads a sentence and says of each character whether it should stay, go or be
another one, and what is missing before it.

It is run by onnxruntime, one sentence at a time: its activations are quantised by the range of what is read at once, so that a sentence read
beside others would be read otherwise.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from core.arrays import Float32, Float64
from core.essays.edits import minimal_change
from core.essays.segmentation import SENTENCE
from core.language.levels import HAN
from core.models.recent import Recent

LONGEST = 120
"""Characters of a sentence that are read at once."""
KEEP, DELETE, REPLACE = range(3)
LEAST_PROBABILITY = 0.04
"""Less probable changes are not proposed."""
CHOICES = 2
"""Of what could stand at a place the likeliest so many are proposed."""
LONGEST_RUN = 4
"""Characters side by side that are changed at once."""
LARGEST_MOVE = 12
"""Characters between a span that goes and the place where it comes."""
SENTENCES_REMEMBERED = 96
THREADS = 1


@dataclass(frozen=True)
class SentenceReading:
    """What the tagger says of a sentence of n characters."""

    text: str
    operations: Float32
    """Log probabilities of keep, delete, replace [shape=(n, 3)]."""
    expected: Float32
    """Log probabilities of all characters of the alphabet at each place [shape=(n, alphabet)]."""
    missing: Float32
    """Log odds that something is missing before each character, and at the end [shape=(n + 1,)]."""
    inserted: Float32
    """Log probabilities of the texts that may be missing there [shape=(n + 1, insertions)]."""

    @cached_property
    def wrong(self) -> Float64:
        """Probability that a character should not stand as it is [shape=(n,)]."""
        return np.asarray(1 - np.exp(self.operations[:, KEEP].astype(np.float64)), np.float64)

    @cached_property
    def gaps(self) -> Float64:
        """Probability that something is missing [shape=(n + 1,)]."""
        return np.asarray(1 / (1 + np.exp(-self.missing.astype(np.float64))), np.float64)

    @property
    def doubt(self) -> float:
        """How many things are wrong in the sentence, as expected."""
        return float(self.wrong.sum() + self.gaps.sum())


class Tagger:
    """Reads sentences; opens its file at the first one. Safe to share between threads."""

    def __init__(self, file: Path, *, threads: int = THREADS) -> None:
        self._file, self._threads = file, threads
        self._lock = threading.Lock()
        self._opened: Any = None
        self._recent: Recent[str, SentenceReading] = Recent(SENTENCES_REMEMBERED)

    @property
    def _session(self) -> Any:
        with self._lock:
            if self._opened is None:
                import onnxruntime

                options = onnxruntime.SessionOptions()
                options.intra_op_num_threads, options.inter_op_num_threads = self._threads, 1
                options.log_severity_level = 3
                self._opened = onnxruntime.InferenceSession(
                    str(self._file), options, providers=["CPUExecutionProvider"]
                )
            return self._opened

    @cached_property
    def _metadata(self) -> dict[str, str]:
        metadata: dict[str, str] = self._session.get_modelmeta().custom_metadata_map
        return metadata

    @property
    def version(self) -> str:
        """Name and version, as the export wrote them into the file."""
        return self._metadata["version"]

    @cached_property
    def alphabet(self) -> str:
        """All characters that it tells apart; the first two stand for unknown and for hidden ones."""
        return str(json.loads(self._metadata["alphabet"]))

    @cached_property
    def insertions(self) -> list[str]:
        """All texts that it can put in."""
        return list(json.loads(self._metadata["insertions"]))

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of each character."""
        return {one: index for index, one in enumerate(self.alphabet)}

    @cached_property
    def insertion_number(self) -> dict[str, int]:
        """The number of each text that it can put in."""
        return {text: index for index, text in enumerate(self.insertions)}

    def readings(self, sentences: Sequence[str]) -> list[SentenceReading]:
        """What it says of each sentence of at most `LONGEST` characters."""
        return self._recent.results_for(sentences, lambda new: [self.read(sentence) for sentence in new])

    def read(self, sentence: str) -> SentenceReading:
        """What it says of one sentence, which is not remembered."""
        numbers = np.array([[self.number.get(one, 0) for one in sentence]], np.int64)
        operations, expected, missing, inserted = self._session.run(None, {"numbers": numbers})
        return SentenceReading(sentence, operations[0], expected[0], missing[0], inserted[0])


def sentences_of(text: str) -> Iterator[tuple[int, str]]:
    """Offset and text of the sentences, long ones in pieces; what holds no Chinese character is left out."""
    for match in SENTENCE.finditer(text):
        for first in range(match.start(), match.end(), LONGEST):
            piece = text[first : min(match.end(), first + LONGEST)]
            if HAN.search(piece):
                yield first, piece


@dataclass(frozen=True)
class TaggedChange:
    """A change of a sentence with its probability before any calibration."""

    start: int
    end: int
    replacement: str
    probability: float
    moved: bool = False


def changes(reading: SentenceReading, alphabet: str, insertions: Sequence[str]) -> list[TaggedChange]:
    """The changes that a reading makes likely, each once, by position: single ones, runs of them, and moves."""
    single = [*_replaced(reading, alphabet), *_deleted(reading)]
    put_in = list(_put_in(reading, insertions))
    found: dict[tuple[int, int, str], TaggedChange] = {}
    for change in (*single, *put_in, *_runs(single, put_in), *_moves(reading, single, put_in)):
        key = minimal_change(reading.text, change.start, change.end, change.replacement)
        if change.probability >= LEAST_PROBABILITY and (
            key not in found or found[key].probability < change.probability
        ):
            found[key] = change
    return sorted(found.values(), key=lambda change: (change.start, change.end, change.replacement))


def _replaced(reading: SentenceReading, alphabet: str) -> Iterator[TaggedChange]:
    for place in np.flatnonzero(np.exp(reading.operations[:, REPLACE]) >= LEAST_PROBABILITY).tolist():
        for choice in np.argsort(-reading.expected[place])[: CHOICES + 1].tolist():
            character = alphabet[choice]
            if character != reading.text[place] and HAN.match(character) and HAN.match(reading.text[place]):
                logarithm = reading.operations[place, REPLACE] + reading.expected[place, choice]
                yield TaggedChange(place, place + 1, character, float(np.exp(logarithm)))


def _deleted(reading: SentenceReading) -> Iterator[TaggedChange]:
    for place in np.flatnonzero(np.exp(reading.operations[:, DELETE]) >= LEAST_PROBABILITY).tolist():
        if HAN.match(reading.text[place]):
            yield TaggedChange(place, place + 1, "", float(np.exp(reading.operations[place, DELETE])))


def _put_in(reading: SentenceReading, insertions: Sequence[str]) -> Iterator[TaggedChange]:
    for place in np.flatnonzero(reading.gaps >= LEAST_PROBABILITY).tolist():
        for choice in np.argsort(-reading.inserted[place])[:CHOICES].tolist():
            if HAN.match(insertions[choice]):
                probability = float(reading.gaps[place] * np.exp(reading.inserted[place, choice]))
                yield TaggedChange(place, place, insertions[choice], probability)


def _runs(single: Sequence[TaggedChange], put_in: Sequence[TaggedChange]) -> Iterator[TaggedChange]:
    """Changes of neighbouring characters made at once, with what is put in after them; as probable as the least probable of their parts."""
    best: dict[int, TaggedChange] = {}
    for change in single:
        if change.start not in best or best[change.start].probability < change.probability:
            best[change.start] = change
    after: dict[int, TaggedChange] = {}
    for change in put_in:
        if change.start not in after or after[change.start].probability < change.probability:
            after[change.start] = change
    for start in sorted(best):
        replacement, probability = "", 1.0
        for end in range(start + 1, start + LONGEST_RUN + 1):
            part = best.get(end - 1)
            if part is None:
                break
            replacement, probability = replacement + part.replacement, min(probability, part.probability)
            if end - start > 1:
                yield TaggedChange(start, end, replacement, probability)
            for longer in (after[place] for place in (end,) if place in after):
                yield TaggedChange(start, end, replacement + longer.replacement, min(probability, longer.probability))


def _moves(
    reading: SentenceReading, single: Sequence[TaggedChange], put_in: Sequence[TaggedChange]
) -> Iterator[TaggedChange]:
    """A run that goes and comes back as what is put in elsewhere, not far away; as probable as the mean of the two."""
    gone = {change.start: change.probability for change in single if not change.replacement}
    text = reading.text
    for change in put_in:
        size = len(change.replacement)
        for start in range(max(0, change.start - LARGEST_MOVE - size), min(len(text), change.start + LARGEST_MOVE)):
            if text[start : start + size] != change.replacement or start <= change.start <= start + size:
                continue
            parts = [gone.get(place, 0.0) for place in range(start, start + size)]
            if min(parts) < LEAST_PROBABILITY:
                continue
            probability = float(np.sqrt(min(parts) * change.probability))
            if start < change.start:
                yield TaggedChange(
                    start, change.start, text[start + size : change.start] + change.replacement, probability, True
                )
            else:
                yield TaggedChange(
                    change.start, start + size, change.replacement + text[change.start : start], probability, True
                )
