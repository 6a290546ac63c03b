"""The essay encoder (`training/essay`): a small neural network that reads a sentence and says what it would change.

The network gives for each character what stands there as far as its surroundings tell, and what to do with it. Which character
was meant is chosen here, among those that sound or look like the one written; so are the probabilities, a logistic regression for each operation, fitted
on planted errors, on the fifth of MuCGEC that the network has not read and on pairs of SIGHAN 2014's training half (`training/essay/calibrate.py`).
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
from core.essays.cutting import PARAGRAPH
from core.essays.model import EditType, Proposal
from core.language.grammar.sentence import ParsedText
from core.models.essays.features import surroundings
from core.models.essays.network import Knowledge, Network, NumpyNetwork, gelu, log_odds, log_softmax, read_knowledge
from core.models.ngrams.characters import symbols
from core.models.recent import Recent

FOLDER = Path("models") / "essay"
"""Below the data folder: `network.npz` and `encoder.npz`."""
LEAST_CHANCE = 0.15
"""Chances below are not reported: no reader is shown them, and what another judge is sure of they would hardly make surer."""
LONGEST = 160
"""Symbols of one reading; longer sentences, which learners do not write, are read in pieces."""
BATCH = 32
"""Sentences read at a time."""
REMEMBERED = 512
"""Rows of which is kept what was said: a corrected essay, or the next draft, differs from what was just read in a few sentences."""
KEEP, DELETE = 0, 1
"""The first tags; those after them put something in before the character."""
CLASS = 11
"""Kind of a choice that is neither a matter of sound nor of shape."""
END, LAST_MARK = 2, 4
"""Numbers of the mark of a sentence's end, and of the last of `core.models.ngrams.characters.SPECIAL`."""
LEAST_WRONG = -5.0
"""Log odds of being wrong below which no other character is weighed: it saves two thirds of the time."""
LEAST_LOG_ODDS = -4.0
"""Of a change; below nothing is weighed: no calibration brings that to `LEAST_CHANCE`."""
MARKS = "，。、；：？！“”‘’（）《》…—·"
VARIANTS = str.maketrans("妳牠祂著", "你它他着")
"""Read as the usual character, never objected to: right where texts come from Taiwan. 著 stays in the words below."""
WITH_ZHU = (
    "著名", "著作", "名著", "显著", "编著", "专著", "土著", "著称", "著述", "原著", "巨著", "论著", "卓著", "昭著",
)  # fmt: skip
OPERATIONS = ("sound", "class", "delete", "insert")
"""Each calibrated by itself."""


@dataclass(frozen=True)
class Opinion:
    """Something that the encoder would change, before calibration."""

    start: int
    """Code points of the text."""
    end: int
    replacement: str
    operation: str
    """Of `OPERATIONS`."""
    evidence: tuple[float, float, float]
    """Log odds of the change, of the character being wrong, and of its tag being another than "keep"."""


def usual(text: str) -> str:
    """With `VARIANTS` as the usual characters, of the same length."""
    if not VARIANTS.keys() & set(map(ord, text)):
        return text
    kept = {found.start() + word.index("著") for word in WITH_ZHU for found in re.finditer(word, text)}
    changed = text.translate(VARIANTS)
    return "".join("著" if place in kept else character for place, character in enumerate(changed))


class EssayEncoder:
    """A `core.essays.ports.Corrector`. Reads its files on first use; safe to share between threads.

    Parameters
    ----------
    folder : holds `network.npz` and `encoder.npz`
    network, knowledge : in their place, for measuring
    """

    def __init__(self, folder: Path, *, network: Network | None = None, knowledge: Knowledge | None = None) -> None:
        self._folder = folder
        self._network = network or NumpyNetwork(folder / "network.npz")
        self._known = knowledge
        self._lock = threading.Lock()
        self._recent: Recent[str, tuple[Opinion, ...]] = Recent(REMEMBERED)

    @property
    def knowledge(self) -> Knowledge:
        """All but the network."""
        with self._lock:
            if self._known is None:
                self._known = read_knowledge(self._folder / "encoder.npz")
            return self._known

    @property
    def version(self) -> str:
        """See `core.essays.ports.Corrector`."""
        return str(self.knowledge.card["version"])

    def proposals(self, text: str, parsed: ParsedText) -> Sequence[Proposal]:
        """See `core.essays.ports.Corrector`."""
        found = (self._proposal(opinion) for opinion in self.opinions(parsed.text))
        likely = (proposal for proposal in found if proposal.chance >= LEAST_CHANCE)
        return [proposal for proposal in likely if text[proposal.start : proposal.end] != proposal.replacement]

    def chance(self, opinion: Opinion) -> float:
        """That the place is wrong and this is right there, 0-1, as fitted (`training/essay/calibrate.py`)."""
        weights = self.knowledge.card["calibration"][opinion.operation]
        logit = float(np.dot(weights[:-1], opinion.evidence) + weights[-1])
        return round(float(1 / (1 + np.exp(-logit))), 4)

    def opinions(self, text: str) -> list[Opinion]:
        """Everything that is not out of the question, by start.

        Parameters
        ----------
        text : in simplified characters
        """
        # By paragraph, since `symbols` takes line breaks for white space.
        rows = [row for line in PARAGRAPH.finditer(text) for row in _rows(usual(line[0]), line.start())]
        told = self._recent.results_for([row.read for row in rows], self._all_read)
        found = [placed(opinion, row) for row, opinions in zip(rows, told, strict=True) for opinion in opinions]
        return sorted(found, key=lambda opinion: (opinion.start, opinion.end, opinion.replacement))

    def _proposal(self, opinion: Opinion) -> Proposal:
        return Proposal(
            opinion.start, opinion.end, opinion.replacement, edit_type(opinion), "encoder", self.version, self.chance(opinion)
        )  # fmt: skip

    def _all_read(self, rows: Sequence[str]) -> list[tuple[Opinion, ...]]:
        found: dict[str, tuple[Opinion, ...]] = {}
        order = sorted(rows, key=len)
        for first in range(0, len(order), BATCH):
            batch = order[first : first + BATCH]
            found.update(zip(batch, self._read(batch), strict=True))
        return [found[row] for row in rows]

    def _read(self, rows: Sequence[str]) -> Iterator[tuple[Opinion, ...]]:
        """Of each row, with its symbols as places."""
        known = self.knowledge
        lengths = np.array([len(row) for row in rows], np.int64)
        numbers = np.zeros((len(rows), int(lengths.max())), np.int64)
        for place, row in enumerate(rows):
            numbers[place, : len(row)] = known.table[np.frombuffer(row.encode("utf-32-le"), np.uint32)]
        features = known.neighbours.of_places(numbers)
        expected, tags, wrong, kinds = self._network.outputs(numbers, features, lengths)
        for place, row in enumerate(rows):
            inside = slice(0, len(row))
            found = Places(numbers[place, inside], tags[place, inside], wrong[place, inside, 0])
            exchanged = self._exchanged(found, expected[place, inside], kinds[place, inside])
            yield (*exchanged, *self._tagged(found))

    def _exchanged(self, found: Places, expected: Float32, kinds: Float32) -> Iterator[Opinion]:
        """For each doubtful place its best other character."""
        known = self.knowledge
        doubtful = np.flatnonzero((found.numbers > LAST_MARK) & (found.wrong > LEAST_WRONG))
        if not len(doubtful):
            return
        written = found.numbers[doubtful]
        meant, kind = known.meant[written], known.kinds[written]
        around = surroundings(found.numbers[None])[0][doubtful]
        choices = log_softmax(self._scores(expected[doubtful], kinds[doubtful], written, around))
        best = choices[:, 1:].argmax(1) + 1
        chosen = log_odds(np.take_along_axis(choices, best[:, None], 1)[:, 0])
        for rank, place in enumerate(doubtful.tolist()):
            if chosen[rank] > LEAST_LOG_ODDS:
                operation = "class" if kind[rank, best[rank]] == CLASS else "sound"
                character = known.alphabet[meant[rank, best[rank]]]
                yield Opinion(place, place + 1, character, operation, (float(chosen[rank]), *found.evidence(place)))

    def _scores(self, expected: Float32, kinds: Float32, written: Int64, around: Int64) -> Float32:
        """Of the choices of some places [shape=(places, choices)]."""
        known = self.knowledge
        meant = known.meant[written]
        scores = (known.vectors[meant] @ expected[:, :, None])[..., 0] + known.bias[meant]
        scores = scores + np.take_along_axis(kinds, known.kinds[written], 1)
        hidden = known.neighbours.of_choices(written, around, meant) @ known.inner[0].T + known.inner[1]
        scores = scores + (gelu(hidden) @ known.outer[0].T + known.outer[1])[..., 0]
        scores[:, 1:][meant[:, 1:] == 0] = -1e4
        return np.asarray(scores, np.float32)

    def _tagged(self, found: Places) -> Iterator[Opinion]:
        """For each place its best tag but "keep"."""
        told = log_softmax(found.tags)
        tag = told[:, 1:].argmax(1) + 1
        tagged = log_odds(np.take_along_axis(told, tag[:, None], 1)[:, 0])
        for place in np.flatnonzero(tagged > LEAST_LOG_ODDS).tolist():
            number = found.numbers[place]
            evidence = (float(tagged[place]), *found.evidence(place))
            # After a run of Latin letters or digits the end of the run is not known.
            after_run = number == END and found.numbers[place - 1] > END and found.numbers[place - 1] <= LAST_MARK
            if tag[place] != DELETE and place and not after_run:
                yield Opinion(place, place, self.knowledge.card["tags"][tag[place]], "insert", evidence)
            elif tag[place] == DELETE and number > LAST_MARK:
                yield Opinion(place, place + 1, "", "delete", evidence)


@dataclass(frozen=True)
class Places:
    """What the network says of the places of one sentence."""

    numbers: Int64
    tags: Float32
    wrong: Float32
    """Log odds."""

    @cached_property
    def changed(self) -> Float32:
        """Log odds of another tag than "keep"."""
        return -log_odds(log_softmax(self.tags)[:, KEEP])

    def evidence(self, place: int) -> tuple[float, float]:
        """The second and third piece, see `Opinion`."""
        return float(self.wrong[place]), float(self.changed[place])


@dataclass(frozen=True)
class Row:
    """Symbols of a sentence and where they stand in the text."""

    read: str
    places: list[int]
    widths: list[int]


def _rows(line: str, offset: int) -> Iterator[Row]:
    read, places = symbols(line)
    places = [place + offset for place in places]
    begin = 0
    while begin < len(read):
        end = read.index("\x03", begin) + 1
        places[end - 1] += 1  # The mark of the end stands after the last character.
        for start in range(begin, end, LONGEST):
            inside = slice(start, min(end, start + LONGEST))
            piece = read[inside] if read[start] == "\x02" else "\x02" + read[inside]
            own = places[inside] if read[start] == "\x02" else [places[start], *places[inside]]
            yield Row(piece, own, [0 if mark in "\x02\x03" else 1 for mark in piece])
        begin = end


def placed(opinion: Opinion, row: Row) -> Opinion:
    """An opinion on symbols of a row as one on code points of the text; the mark of the end is no code point."""
    start = row.places[opinion.start]
    width = row.widths[opinion.start] if opinion.end > opinion.start else 0
    return replace(opinion, start=start, end=start + width)


def edit_type(opinion: Opinion) -> EditType:
    """The contract's mark: punctuation, missing, extra, wrong character by sound or shape, wrong word otherwise."""
    if opinion.replacement and opinion.replacement in MARKS:
        return "P"
    if opinion.operation == "insert":
        return "L"
    if opinion.operation == "delete":
        return "D"
    return "W" if opinion.operation == "class" else "B"
