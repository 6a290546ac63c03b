"""Learners' pairs (MuCGEC's development set, Apache-2.0), with the fifth that is only measured on."""

from __future__ import annotations

import difflib
import zlib
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from evaluation.essays.sets import mucgec

HELD_OUT = 0
"""The fifth of content and of pairs that nothing is trained on."""
FIFTHS = 5


@dataclass(frozen=True)
class Pair:
    """What a learner wrote and the mending nearest to it."""

    wrong: str
    right: str


def held_out(text: str) -> bool:
    """Whether a pair belongs to the fifth that is only measured on."""
    return zlib.crc32(text.encode()) % FIFTHS == HELD_OUT


def pairs(corpus: Path, *, measuring: bool) -> list[Pair]:
    """MuCGEC's development pairs: four fifths, or the fifth for measuring, where the nearest of the mendings is taken."""
    rows = (row for row in mucgec(corpus / "essay") if row.right and held_out(row.written) == measuring)
    return [Pair(row.written, max(row.right, key=partial(_likeness, row.written))) for row in rows]


def _likeness(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one, other, autojunk=False).ratio()
