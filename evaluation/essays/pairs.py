"""Learners' sentences with corrections (MuCGEC's development set, Apache-2.0), and the fifth of them that is only used for measuring."""

from __future__ import annotations

import difflib
import zlib
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from evaluation.essays.sets import mucgec

HELD_OUT = 0
"""The number of the fifth of content and of pairs that nothing is trained on."""
FIFTHS = 5


@dataclass(frozen=True)
class Pair:
    """A sentence as a learner wrote it, with the nearest correction."""

    wrong: str
    right: str


def held_out(text: str) -> bool:
    """Whether a pair belongs to the fifth that is only used for measuring."""
    return zlib.crc32(text.encode()) % FIFTHS == HELD_OUT


def pairs(corpus: Path, *, measuring: bool) -> list[Pair]:
    """MuCGEC's development pairs with the nearest of their corrections: four fifths, or the fifth for measuring."""
    rows = (row for row in mucgec(corpus / "essay") if row.right and held_out(row.written) == measuring)
    return [Pair(row.written, max(row.right, key=partial(_likeness, row.written))) for row in rows]


def _likeness(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one, other, autojunk=False).ratio()
