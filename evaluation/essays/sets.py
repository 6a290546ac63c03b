"""Readers of the sets that essays are measured on; none of them is part of the repository."""

from __future__ import annotations

import gzip
import json
import random
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from evaluation.corpus import CONTENT, treebank
from evaluation.reference import REFERENCE

ESSAYS = REFERENCE / "essay"
ABSENT = "The reference data for essays is not here: set WENLU_REFERENCE to the folder that holds essay/ and treebank/."
NO_ERROR = "没有错误"
"""MuCGEC has this text where an annotator found no error."""
TENTHS, DRAWN_WITH = 10, 5
"""Everyday sentences: one in ten is held out; the seed with which some of these are drawn."""
HALVES = 2
"""YACLC's sentences are divided into the half for design and the half that is scored."""
CGED_LINE = re.compile(r"\(sid=(\w+)\)\s*(.*)")


class SpellingPair(NamedTuple):
    """A sentence as written and as it should be, both of one length."""

    written: str
    right: str


class LearnerRow(NamedTuple):
    """A learner's sentence with its corrections (MuCGEC, YACLC), each of which is right by itself."""

    written: str
    right: tuple[str, ...]


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


def yaclc(*, scored: bool, folder: Path = ESSAYS) -> list[LearnerRow]:
    """One half of the learners' sentences of YACLC: the one on which figures are reported, or the one for design and thresholds.

    Whatever is fitted, chosen or looked at comes from `scored=False` (297 sentences); `scored=True` (316) is read by benchmarks only.
    """
    _, *rows = (line.split("\t") for line in (folder / "yaclc-third-dev.tsv").read_text(encoding="utf-8").splitlines())
    return [LearnerRow(row[0], tuple(filter(None, row[1:]))) for row in rows if is_scored_half(row[0]) == scored]


def is_scored_half(written: str) -> bool:
    """Whether a sentence of YACLC belongs to the half that is scored; this depends on the sentence alone, not on its place in a file.

    >>> is_scored_half("昨天我去了一个朋友家。")
    False
    """
    return zlib.crc32(written.encode()) % HALVES == 1


def everyday_text(*, held_out: bool) -> Iterator[str]:
    """Everyday sentences (Tatoeba, CrossWOZ, KdConv, CC0): the tenth that nothing is trained on, or the nine that may be."""
    with gzip.open(ESSAYS / "everyday-text.txt.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            text = line.rstrip("\n").split("\t", 1)[-1]
            if is_held_out_everyday(text) == held_out:
                yield text


def is_held_out_everyday(text: str) -> bool:
    """Whether an everyday sentence belongs to the tenth that nothing is trained on.

    >>> is_held_out_everyday("我饿了。")
    False
    """
    return zlib.crc32(text.encode()) % TENTHS == 0


def clean_everyday(count: int) -> list[str]:
    """So many everyday sentences of 8 to 60 characters that nothing is trained on, drawn once and for all."""
    drawn = [text for text in everyday_text(held_out=True) if 8 <= len(text) <= 60]
    random.Random(DRAWN_WITH).shuffle(drawn)
    return drawn[:count]


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
