"""Parsed texts on which the usage corrector is fitted, and which changes of them are right.

- Learners' text of this project (`learner/*.txt`, errors marked in place), four fifths.
- MuCGEC's development pairs (Apache-2.0), four fifths: those of `training.essay.material`.
- Right text: own sentences and a treebank, for how clauses begin and end.
"""

from __future__ import annotations

import pickle
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
from evaluation.essays.learner_text import CHANGE, is_held_out, lines
from evaluation.essays.nearness import Change, Distances, is_nearer
from evaluation.essays.pairs import HELD_OUT, held_out
from evaluation.essays.sets import LearnerRow, mucgec, own_sentences
from evaluation.reference import REFERENCE

Right = Callable[[int, Change], bool]
"""Whether an operation is right that makes a change."""


@dataclass(frozen=True)
class Row:
    """A text with all changes that should be made in it."""

    parsed: ParsedText
    changes: tuple[Change, ...]
    weight: float
    """The weight of one change: less where there are several annotators."""
    right: Right


class Parses:
    """Parsed texts, which are kept in a file between runs where one is named."""

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
    """The written text of a line, and the changes marked in it.

    >>> marked("我{在→}学习{→了}")
    ('我在学习', ((1, 2, ''), (4, 4, '了')))
    """
    written, changes, position = "", [], 0
    for match in CHANGE.finditer(line):
        written += line[position : match.start()]
        changes.append((len(written), len(written) + len(match[1]), match[2]))
        written += match[1]
        position = match.end()
    return written + line[position:], tuple(changes)


def learner_rows(parses: Parses, *, measuring: bool) -> Iterator[Row]:
    """Learners' text of this project: four fifths, or the fifth for measuring."""
    for line in lines():
        written, changes = marked(line)
        if is_held_out(line) == measuring:
            yield Row(parses.of(written), changes, 1.0, exactly(written, changes))


def mucgec_rows(parses: Parses, *, measuring: bool) -> Iterator[Row]:
    """Rows of MuCGEC.

    For measuring, a change is right if it brings the sentence nearer to one of its corrections; for fitting, only if an annotator made it: most
    deletions bring a sentence nearer to a correction that is phrased quite differently.
    """
    for row in mucgec():
        if row.right and held_out(row.written) == measuring:
            right = nearer(row) if measuring else done(row)
            yield Row(parses.of(row.written), changes_of(row), 1 / len(row.right), right)


def clean_texts() -> Iterator[str]:
    """Right text."""
    yield from (text for row_id, text in own_sentences() if fold_of(row_id) != HELD_OUT)
    yield from treebank(REFERENCE, "train-gsd-converted")


def changes_of(row: LearnerRow) -> tuple[Change, ...]:
    """The differences between a sentence and any of its corrections."""
    changes = {
        (start, end, right[low:high])
        for right in row.right
        for tag, start, end, low, high in SequenceMatcher(None, row.written, right, autojunk=False).get_opcodes()
        if tag != "equal"
    }
    return tuple(sorted(changes))


def applied(text: str, change: Change) -> str:
    """The text with the change made."""
    return text[: change[0]] + change[2] + text[change[1] :]


def exactly(text: str, changes: Sequence[Change]) -> Right:
    """A change is right if it produces the same text as one of the given changes."""
    wanted = {applied(text, change) for change in changes}
    return lambda _, change: applied(text, change) in wanted


def nearer(row: LearnerRow) -> Right:
    """A change is right if it brings the sentence nearer to one of its corrections."""
    brings_nearer = is_nearer(row)
    return lambda _, change: brings_nearer(change)


def done(row: LearnerRow) -> Right:
    """A change is right if an annotator made it; a move, which the comparison does not show as one change, if it is worth two other changes."""
    of_annotator = exactly(row.written, changes_of(row))
    distances = [Distances(row.written, right) for right in row.right]

    def right(operation: int, change: Change) -> bool:
        if operation == MOVE:
            return any(table.gain(change) > 1 for table in distances)
        return of_annotator(operation, change)

    return right


@cache
def listed() -> dict[str, frozenset[str]]:
    """Words of the learners' list with their parts of speech."""
    return listed_words(WordList(ROOT / "data" / "words.csv"))
