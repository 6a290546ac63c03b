"""Texts that the judge of usage is fitted on, parsed, and which changes of them are right.

- Learners' text of this project (`learner/*.txt`, errors marked in place), four fifths.
- MuCGEC's development pairs (Apache-2.0), four fifths: those of `training.essay.material`.
- Right text: own sentences and a treebank, for how clauses begin and end.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

from core.essays.usage.candidates import MOVE
from core.language.grammar.sentence import ParsedText
from core.models.essays.usage import listed_words
from core.tables.words.lists import WordList
from core.wiring import in_memory_core
from evaluation.corpus import ROOT, fold_of, treebank
from evaluation.essays.learner_text import CHANGE, lines
from evaluation.essays.nearness import Change, Distances, is_nearer
from evaluation.essays.pairs import FIFTHS, HELD_OUT, held_out
from evaluation.essays.sets import LearnerRow, mucgec, own_sentences
from evaluation.reference import REFERENCE

Right = Callable[[int, Change], bool]
"""Whether an operation is right that makes a change."""


@dataclass(frozen=True)
class Row:
    """A text with all that should be changed in it."""

    parsed: ParsedText
    changes: tuple[Change, ...]
    weight: float
    """Of one change: less where there are several correctors."""
    right: Right


class Parses:
    """Documents of texts, kept in a file between runs where one is named."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._kept: dict[str, ParsedText] = pickle.loads(path.read_bytes()) if path and path.exists() else {}
        self._analyser = in_memory_core().essays.evaluator.analyser

    def of(self, text: str) -> ParsedText:
        """The text parsed."""
        if text not in self._kept:
            self._kept[text] = self._analyser.parsed_text(text)
        return self._kept[text]

    def keep(self) -> None:
        """Write the file."""
        if self._path:
            self._path.write_bytes(pickle.dumps(self._kept))


def marked(line: str) -> tuple[str, tuple[Change, ...]]:
    """What is written, and the changes.

    >>> marked("我{在→}学习{→了}")
    ('我在学习', ((1, 2, ''), (4, 4, '了')))
    """
    written, changes, at = "", [], 0
    for found in CHANGE.finditer(line):
        written += line[at : found.start()]
        changes.append((len(written), len(written) + len(found[1]), found[2]))
        written += found[1]
        at = found.end()
    return written + line[at:], tuple(changes)


def is_held_out(text: str) -> bool:
    """Whether a learner's text belongs to the fifth that is only measured on: told from what is written, where `learners` tells it from the line."""
    return zlib.crc32(text.encode()) % FIFTHS == HELD_OUT


def learner_rows(parses: Parses, *, measuring: bool) -> Iterator[Row]:
    """Learners' text of this project: four fifths, or the fifth for measuring."""
    for line in lines():
        written, changes = marked(line)
        if is_held_out(written) == measuring:
            yield Row(parses.of(written), changes, 1.0, exactly(written, changes))


def mucgec_rows(parses: Parses, *, measuring: bool) -> Iterator[Row]:
    """MuCGEC. For measuring, what brings a sentence nearer to one of its corrections is right; for fitting only what an annotator did: of a
    sentence that is put quite otherwise most omissions bring it nearer."""
    for row in mucgec():
        if row.right and held_out(row.written) == measuring:
            right = nearer(row) if measuring else done(row)
            yield Row(parses.of(row.written), changes_of(row), 1 / len(row.right), right)


def clean_texts() -> Iterator[str]:
    """Right text."""
    yield from (text for row_id, text in own_sentences() if fold_of(row_id) != HELD_OUT)
    yield from treebank(REFERENCE, "train-gsd-converted")


def changes_of(row: LearnerRow) -> tuple[Change, ...]:
    """What differs between the sentence and any of its corrections."""
    found = {
        (start, end, right[low:high])
        for right in row.right
        for tag, start, end, low, high in SequenceMatcher(None, row.written, right, autojunk=False).get_opcodes()
        if tag != "equal"
    }
    return tuple(sorted(found))


def applied(text: str, change: Change) -> str:
    """The text with the change made."""
    return text[: change[0]] + change[2] + text[change[1] :]


def exactly(text: str, changes: Sequence[Change]) -> Right:
    """Right is what comes to the same text as one of the changes."""
    wanted = {applied(text, change) for change in changes}
    return lambda _, change: applied(text, change) in wanted


def nearer(row: LearnerRow) -> Right:
    """Right is what brings a sentence nearer to one of its corrections."""
    right = is_nearer(row)
    return lambda _, change: right(change)


def done(row: LearnerRow) -> Right:
    """Right is what an annotator did; of moves, which the comparison does not show as one change, what is worth two others."""
    one, tables = exactly(row.written, changes_of(row)), [Distances(row.written, right) for right in row.right]

    def right(operation: int, change: Change) -> bool:
        if operation == MOVE:
            return any(table.gain(change) > 1 for table in tables)
        return one(operation, change)

    return right


@cache
def listed() -> dict[str, frozenset[str]]:
    """Words of the learners' list with their parts of speech."""
    return listed_words(WordList(ROOT / "data" / "words.csv"))
