"""Proofs of the content's items, made offline (`training/content/prove.py`)."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field

from core.records.proofs import Cue, Verdict
from core.tables.reading import csv_rows, must_be_unique
from core.wire import Closed


def _parts(cell: object) -> object:
    """The parts of a cell, separated by |; a value that is no text stays as it is."""
    return (tuple(cell.split("|")) if cell else ()) if isinstance(cell, str) else cell


def _figure(cell: object) -> object:
    return (float(cell) if cell else None) if isinstance(cell, str) else cell


def _count(cell: object) -> object:
    return int(cell or 0) if isinstance(cell, str) else cell


Parts = Annotated[tuple[str, ...], BeforeValidator(_parts)]
Cues = Annotated[tuple[Cue, ...], BeforeValidator(_parts)]
Figure = Annotated[float | None, BeforeValidator(_figure)]
Count = Annotated[int, BeforeValidator(_count)]


class ProofRow(Closed):
    """One question of the content. The sentences under it are made again when it is read."""

    mark: str = Field(min_length=8, max_length=8)
    """`mark_of` source, key and wrong answers: a question that was changed since has no row."""
    source: str = Field(min_length=1)
    part: str = Field(min_length=1)
    """Which question: cloze, word, gap, question-0, reply, order, ..."""
    margin: Figure = None
    """Nats, by a model that has not read the source."""
    rival: str = ""
    passed: Parts = ()
    failed: Parts = ()
    """`guard:option`."""
    chance: Figure = None
    cues: Cues = ()
    tried: Count = 0
    rivals: Parts = ()
    readings: Count = 0
    """How many readers named exactly one right answer, the key; 0 where a question was not read."""
    verdict: Verdict


def mark_of(source: str, key: Sequence[str], wrong: Sequence[str]) -> str:
    """Eight hexadecimal digits of what makes a question: for an ordering the pieces and the further orders as sentences.

    >>> mark_of("s1", ["外"], ["里", "上"]) == mark_of("s1", ["外"], ["上", "里"])
    True
    """
    return f"{zlib.crc32(chr(31).join([source, *key, chr(30), *sorted(wrong)]).encode()):08x}"


class Proofs:
    """The rows by mark."""

    def __init__(self, path: Path) -> None:
        self.rows = csv_rows(path, ProofRow)
        must_be_unique(path, "mark", [row.mark for row in self.rows], first_line=2)
        self.by_mark = {row.mark: row for row in self.rows}
