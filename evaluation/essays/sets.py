"""Readers of the sets that essays are measured on; none of them is part of the repository."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from evaluation.corpus import CONTENT, treebank
from evaluation.reference import REFERENCE

ESSAYS = REFERENCE / "essay"
ABSENT = "The reference data for essays is not here: set WENLU_REFERENCE to the folder that holds essay/ and treebank/."
NO_ERROR = "没有错误"
"""MuCGEC has this text where an annotator found no error."""
CGED_LINE = re.compile(r"\(sid=(\w+)\)\s*(.*)")


class SpellingPair(NamedTuple):
    """A sentence as written and as it should be, both of one length."""

    written: str
    right: str


class LearnerRow(NamedTuple):
    """A learner's sentence with its corrections (MuCGEC): each is right by itself."""

    written: str
    right: tuple[str, ...]


class Substitution(NamedTuple):
    """Characters of a learner's sentence that are replaced by as many others."""

    offset: int
    written: str
    intended: str


class Diagnosis(NamedTuple):
    """A passage of CGED with its errors: first and last character, counted from 1, and the kind R, M, S or W."""

    text: str
    errors: tuple[tuple[int, int, str], ...]


def present() -> bool:
    """Whether the sets are here."""
    return ESSAYS.is_dir()


def sighan(name: str) -> list[SpellingPair]:
    """`sighan13-train`, `sighan13-test-dev`, ... Rows whose two sides differ in length are left out."""
    rows = (line.split("\t") for line in (ESSAYS / f"{name}.tsv").read_text(encoding="utf-8").splitlines())
    return [SpellingPair(*row) for row in rows if len(row) == 2 and len(row[0]) == len(row[1])]


def mucgec(folder: Path = ESSAYS) -> list[LearnerRow]:
    """The development half of MuCGEC; where an annotator found nothing the sentence itself is right."""
    rows = (line.split("\t") for line in (folder / "mucgec-dev.tsv").read_text(encoding="utf-8").splitlines())
    return [
        LearnerRow(row[1], tuple(row[1] if right == NO_ERROR else right for right in row[2:] if right))
        for row in rows
        if len(row) > 2
    ]


def substitutions(row: LearnerRow) -> set[Substitution]:
    """The characters that some correction replaces by as many others."""
    found_substitutions = set()
    for right in row.right:
        for tag, start, end, from_, to in SequenceMatcher(None, row.written, right, autojunk=False).get_opcodes():
            if tag == "replace" and end - start == to - from_:
                found_substitutions.add(Substitution(start, row.written[start:end], right[from_:to]))
    return found_substitutions


def cged() -> Iterator[Diagnosis]:
    """CGED 2017, development."""
    errors: dict[str, list[tuple[int, int, str]]] = {}
    for line in (ESSAYS / "cged17-truth-dev.txt").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split(",")]
        errors_of_passage = errors.setdefault(cells[0], [])
        if len(cells) == 4:
            errors_of_passage.append((int(cells[1]), int(cells[2]), cells[3]))
    for line in (ESSAYS / "cged17-input-dev.txt").read_text(encoding="utf-8").splitlines():
        match = CGED_LINE.match(line)
        if match:
            yield Diagnosis(match[2], tuple(errors.get(match[1], ())))


def treebank_sentences(name: str = "dev-gsdsimp") -> list[str]:
    """Clean sentences of a treebank."""
    return list(treebank(REFERENCE, name))


def own_sentences() -> list[tuple[str, str]]:
    """Id and text of the project's own single sentences, without duplicates."""
    ids: dict[str, str] = {}
    for path in sorted(CONTENT.glob("sentences-*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            ids.setdefault(row["text"], row["id"])
    return [(row_id, text) for text, row_id in ids.items()]
