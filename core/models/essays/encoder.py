"""The essay encoder (`training/essay`): a small neural network that reads a sentence and proposes corrections.

The network predicts for each position which character its context suggests and what to do with the written one. The intended character is
chosen here, among those that sound or look like the written one. So are the probabilities: a logistic regression for each operation, fitted on
planted errors, on the fifth of MuCGEC that the network has not read and on pairs of SIGHAN 2014's training half (`training/essay/calibrate.py`).
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from core.arrays import Float32, Int64
from core.essays.model import EditType, Proposal
from core.essays.segmentation import PARAGRAPH
from core.language.grammar.sentence import ParsedText
from core.models.essays.features import surroundings
from core.models.essays.network import (
    EncoderKnowledge,
    Network,
    NumpyNetwork,
    gelu,
    log_odds,
    log_softmax,
    read_encoder_knowledge,
)
from core.models.ngrams.characters import symbols
from core.models.recent import Recent

FOLDER = Path("models") / "essay"
"""The folder of `network.npz` and `encoder.npz`, in the data folder."""
LEAST_PROBABILITY = 0.15
"""Less probable corrections are not proposed: no reader is shown them, and they would hardly make another corrector's proposal surer."""
LONGEST_ROW = 160
"""The most symbols that are read at once; longer sentences, which learners do not write, are read in pieces."""
BATCH = 32
"""How many sentences are read at a time."""
ROWS_REMEMBERED = 512
"""For how many rows the corrections are remembered: a corrected essay, or the next draft, differs in a few sentences from what was just read."""
KEEP, DELETE = 0, 1
"""The first two tags; each of the others inserts something before the character."""
FUNCTION_CLASS = 11
"""The kind of a choice with the same function as the written character, whatever its sound and shape."""
END, LAST_MARK = 2, 4
"""Numbers of the symbol for the end of a sentence, and of the last symbol of `core.models.ngrams.characters.SPECIAL`."""
LEAST_WRONG = -5.0
"""Where the log odds of being wrong are lower, no other character is considered: this saves two thirds of the time."""
NO_DOUBT = -12.0
"""The log odds where nothing is read."""
LEAST_LOG_ODDS = -4.0
"""Changes with lower log odds are dropped: no calibration raises them to `LEAST_PROBABILITY`."""
MARKS = "，。、；：？！“”‘’（）《》…—·"
VARIANTS = str.maketrans("妳牠祂著", "你它他着")
"""Variants that are read as the usual character and never corrected: they are right in texts from Taiwan. 著 stays in the words below."""
WITH_ZHU = (
    "著名", "著作", "名著", "显著", "编著", "专著", "土著", "著称", "著述", "原著", "巨著", "论著", "卓著", "昭著",
)  # fmt: skip
OPERATIONS = ("sound", "class", "delete", "insert")
"""The kinds of changes; each is calibrated by itself."""


@dataclass(frozen=True)
class EncoderCorrection:
    """A change that the encoder proposes, before calibration."""

    start: int
    """Start and end are code points of the text."""
    end: int
    replacement: str
    operation: str
    """One of `OPERATIONS`."""
    evidence: tuple[float, float, float]
    """Log odds of the change, of the character being wrong, and of a tag other than "keep"."""


def with_usual_characters(text: str) -> str:
    """The text with `VARIANTS` replaced by the usual characters; its length stays the same."""
    if not VARIANTS.keys() & set(map(ord, text)):
        return text
    offsets_of_zhu = {match.start() + word.index("著") for word in WITH_ZHU for match in re.finditer(word, text)}
    changed = text.translate(VARIANTS)
    return "".join("著" if offset in offsets_of_zhu else character for offset, character in enumerate(changed))


class EssayEncoder:
    """A `core.essays.ports.Corrector`. Reads its files on first use; safe to share between threads.

    Parameters
    ----------
    folder : the folder of `network.npz` and `encoder.npz`
    network, knowledge : used in place of these files, for measuring
    """

    def __init__(
        self, folder: Path, *, network: Network | None = None, knowledge: EncoderKnowledge | None = None
    ) -> None:
        self._folder = folder
        self._network = network or NumpyNetwork(folder / "network.npz")
        self._knowledge = knowledge
        self._lock = threading.Lock()
        self._recent: Recent[str, RowReading] = Recent(ROWS_REMEMBERED)

    @property
    def knowledge(self) -> EncoderKnowledge:
        """Everything but the weights of the network."""
        with self._lock:
            if self._knowledge is None:
                self._knowledge = read_encoder_knowledge(self._folder / "encoder.npz")
            return self._knowledge

    @property
    def version(self) -> str:
        """See `core.essays.ports.Corrector`."""
        return str(self.knowledge.card["version"])

    def proposals(self, text: str, parsed: ParsedText) -> Sequence[Proposal]:
        """See `core.essays.ports.Corrector`."""
        proposals = (self._proposal(correction) for correction in self.corrections(parsed.text))
        likely = (proposal for proposal in proposals if proposal.probability >= LEAST_PROBABILITY)
        return [proposal for proposal in likely if text[proposal.start : proposal.end] != proposal.replacement]

    def probability(self, correction: EncoderCorrection) -> float:
        """The probability (0-1) that what stands there is wrong and this correction right, as fitted (`training/essay/calibrate.py`)."""
        weights = self.knowledge.card["calibration"][correction.operation]
        logit = float(np.dot(weights[:-1], correction.evidence) + weights[-1])
        return round(float(1 / (1 + np.exp(-logit))), 4)

    def corrections(self, text: str) -> list[EncoderCorrection]:
        """All corrections that are not out of the question, sorted by start.

        Parameters
        ----------
        text : a text in simplified characters
        """
        in_order = [
            in_text(correction, row) for row, reading in self._readings(text) for correction in reading.corrections
        ]
        return sorted(in_order, key=lambda correction: (correction.start, correction.end, correction.replacement))

    def doubts(self, text: str) -> Float32:
        """Log odds that each code point of a text in simplified characters is wrong, and that something is to be taken out there or put in before
        it [shape=(len(text), 2)]; `NO_DOUBT` for white space and all but the first of a run of letters or digits."""
        found = np.full((len(text), 2), NO_DOUBT, np.float32)
        for row, reading in self._readings(text):
            for index, (offset, width) in enumerate(zip(row.offsets, row.widths, strict=True)):
                if width:
                    found[offset] = reading.doubts[index]
        return found

    def _readings(self, text: str) -> Iterator[tuple[Row, RowReading]]:
        # By paragraph, since `symbols` takes line breaks for white space.
        rows = [row for line in PARAGRAPH.finditer(text) for row in _rows(with_usual_characters(line[0]), line.start())]
        return zip(rows, self._recent.results_for([row.symbols for row in rows], self._read_all), strict=True)

    def _proposal(self, correction: EncoderCorrection) -> Proposal:
        return Proposal(
            correction.start, correction.end, correction.replacement, edit_type(correction), "encoder", self.version, self.probability(correction)
        )  # fmt: skip

    def _read_all(self, rows: Sequence[str]) -> list[RowReading]:
        by_row: dict[str, RowReading] = {}
        order = sorted(rows, key=len)
        for first in range(0, len(order), BATCH):
            batch = order[first : first + BATCH]
            by_row.update(zip(batch, self._read(batch), strict=True))
        return [by_row[row] for row in rows]

    def _read(self, rows: Sequence[str]) -> Iterator[RowReading]:
        knowledge = self.knowledge
        lengths = np.array([len(row) for row in rows], np.int64)
        numbers = np.zeros((len(rows), int(lengths.max())), np.int64)
        for index, row in enumerate(rows):
            numbers[index, : len(row)] = knowledge.table[np.frombuffer(row.encode("utf-32-le"), np.uint32)]
        features = knowledge.neighbours.position_features(numbers)
        expected, tags, wrong, kinds = self._network.outputs(numbers, features, lengths)
        for index, row in enumerate(rows):
            inside = slice(0, len(row))
            outputs = SentenceOutputs(numbers[index, inside], tags[index, inside], wrong[index, inside, 0])
            substitutions = self._substitutions(outputs, expected[index, inside], kinds[index, inside])
            corrections = (*substitutions, *self._insertions_and_deletions(outputs))
            yield RowReading(corrections, np.stack([outputs.wrong, outputs.changed], axis=1))

    def _substitutions(
        self, outputs: SentenceOutputs, expected: Float32, kinds: Float32
    ) -> Iterator[EncoderCorrection]:
        """For each doubtful position the best other character."""
        knowledge = self.knowledge
        doubtful = np.flatnonzero((outputs.numbers > LAST_MARK) & (outputs.wrong > LEAST_WRONG))
        if not len(doubtful):
            return
        written = outputs.numbers[doubtful]
        choices, kinds_of_choices = knowledge.choices[written], knowledge.choice_kinds[written]
        around = surroundings(outputs.numbers[None])[0][doubtful]
        log_probabilities = log_softmax(self._scores(expected[doubtful], kinds[doubtful], written, around))
        best = log_probabilities[:, 1:].argmax(1) + 1
        best_log_odds = log_odds(np.take_along_axis(log_probabilities, best[:, None], 1)[:, 0])
        for rank, index in enumerate(doubtful.tolist()):
            if best_log_odds[rank] > LEAST_LOG_ODDS:
                operation = "class" if kinds_of_choices[rank, best[rank]] == FUNCTION_CLASS else "sound"
                character = knowledge.alphabet[choices[rank, best[rank]]]
                yield EncoderCorrection(
                    index, index + 1, character, operation, (float(best_log_odds[rank]), *outputs.evidence(index))
                )

    def _scores(self, expected: Float32, kinds: Float32, written: Int64, around: Int64) -> Float32:
        """Scores of the choices at some positions [shape=(positions, choices)]."""
        knowledge = self.knowledge
        choices = knowledge.choices[written]
        scores = (knowledge.vectors[choices] @ expected[:, :, None])[..., 0] + knowledge.bias[choices]
        scores = scores + np.take_along_axis(kinds, knowledge.choice_kinds[written], 1)
        hidden = (
            knowledge.neighbours.choice_features(written, around, choices) @ knowledge.inner[0].T + knowledge.inner[1]
        )
        scores = scores + (gelu(hidden) @ knowledge.outer[0].T + knowledge.outer[1])[..., 0]
        scores[:, 1:][choices[:, 1:] == 0] = -1e4
        return np.asarray(scores, np.float32)

    def _insertions_and_deletions(self, outputs: SentenceOutputs) -> Iterator[EncoderCorrection]:
        """For each position the best tag other than "keep"."""
        log_probabilities = log_softmax(outputs.tags)
        tag = log_probabilities[:, 1:].argmax(1) + 1
        tag_log_odds = log_odds(np.take_along_axis(log_probabilities, tag[:, None], 1)[:, 0])
        for index in np.flatnonzero(tag_log_odds > LEAST_LOG_ODDS).tolist():
            number = outputs.numbers[index]
            evidence = (float(tag_log_odds[index]), *outputs.evidence(index))
            # The end of a run of Latin letters or digits is not known, so that nothing can be inserted after it.
            after_run = number == END and outputs.numbers[index - 1] > END and outputs.numbers[index - 1] <= LAST_MARK
            if tag[index] != DELETE and index and not after_run:
                yield EncoderCorrection(index, index, self.knowledge.card["tags"][tag[index]], "insert", evidence)
            elif tag[index] == DELETE and number > LAST_MARK:
                yield EncoderCorrection(index, index + 1, "", "delete", evidence)


@dataclass(frozen=True)
class SentenceOutputs:
    """The outputs of the network for the positions of one sentence."""

    numbers: Int64
    tags: Float32
    wrong: Float32
    """Log odds of the character being wrong."""

    @cached_property
    def changed(self) -> Float32:
        """Log odds of a tag other than "keep"."""
        return -log_odds(log_softmax(self.tags)[:, KEEP])

    def evidence(self, index: int) -> tuple[float, float]:
        """The second and third piece of evidence, see `EncoderCorrection`."""
        return float(self.wrong[index]), float(self.changed[index])


@dataclass(frozen=True)
class RowReading:
    """What was read of a row of n symbols."""

    corrections: tuple[EncoderCorrection, ...]
    """Their offsets are indices of the symbols."""
    doubts: Float32
    """Log odds of being wrong, and of a tag other than "keep" [shape=(n, 2)]."""


@dataclass(frozen=True)
class Row:
    """The symbols of a sentence with their offsets in the text and their widths in code points."""

    symbols: str
    offsets: list[int]
    widths: list[int]


def _rows(line: str, line_offset: int) -> Iterator[Row]:
    read, offsets = symbols(line)
    offsets = [line_offset + offset for offset in offsets]
    begin = 0
    while begin < len(read):
        end = read.index("\x03", begin) + 1
        offsets[end - 1] += 1  # The end symbol stands after the last character.
        for start in range(begin, end, LONGEST_ROW):
            span = slice(start, min(end, start + LONGEST_ROW))
            piece = read[span] if read[start] == "\x02" else "\x02" + read[span]
            row_offsets = offsets[span] if read[start] == "\x02" else [offsets[start], *offsets[span]]
            yield Row(piece, row_offsets, [0 if symbol in "\x02\x03" else 1 for symbol in piece])
        begin = end


def in_text(correction: EncoderCorrection, row: Row) -> EncoderCorrection:
    """A correction in indices of a row's symbols as one in code points of the text; the end symbol is no code point."""
    start = row.offsets[correction.start]
    width = row.widths[correction.start] if correction.end > correction.start else 0
    return replace(correction, start=start, end=start + width)


def edit_type(correction: EncoderCorrection) -> EditType:
    """The contract's type: punctuation, missing, extra, wrong character where sound or shape is alike, else wrong word."""
    if correction.replacement and correction.replacement in MARKS:
        return "P"
    if correction.operation == "insert":
        return "L"
    if correction.operation == "delete":
        return "D"
    return "W" if correction.operation == "class" else "B"
