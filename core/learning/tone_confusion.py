"""Which tones a learner confuses: said against heard, counted, and which two tones to contrast next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from random import Random

from core.language.pinyin import NEUTRAL
from core.learning.intervals import wilson

TONES = (1, 2, 3, 4, NEUTRAL)
LEAST_TOLD = 5
"""Answers on a tone below which no share is told: the 95 % range of 2 of 4 is wider than from a fifth to four fifths."""
UNTRIED = (1.0, 10.0)
"""Confusions and answers that two tones begin with, so that what was never asked comes now and then: as likely as two tones of which
one answer in ten goes wrong."""


@dataclass(frozen=True)
class HeardTone:
    """One tone that was said and the tone that it was heard as, 1-5."""

    said: int
    heard: int
    source: str
    """Evaluation id and position, `ev_...#3`."""
    text: str = ""
    """What was said, where an answer does not tell it by itself."""
    at: datetime | None = None


@dataclass(frozen=True)
class ToneCell:
    """How often one tone was heard as another."""

    said: int
    heard: int
    under: tuple[HeardTone, ...]
    of: int
    """How often the tone was said."""

    @property
    def n(self) -> int:
        """How often it was heard so."""
        return len(self.under)

    @property
    def share(self) -> float | None:
        """n of all answers on the tone that was said, 0-1; None where they are too few."""
        return self.n / self.of if self.of >= LEAST_TOLD else None

    @property
    def interval(self) -> tuple[float, float]:
        """95 % range of the share (Wilson 1927)."""
        return wilson(self.n / self.of if self.of else 0.0, self.of)


@dataclass(frozen=True)
class ToneTable:
    """All cells, tone said by tone heard."""

    cells: Mapping[tuple[int, int], ToneCell]

    @property
    def n(self) -> int:
        """How many tones were answered."""
        return sum(cell.n for cell in self.cells.values())

    def confused(self, first: int, second: int) -> tuple[int, int]:
        """How often the first was heard as the second, and the second as the first."""
        return self.cells[first, second].n, self.cells[second, first].n


def tone_table(heard: Iterable[HeardTone]) -> ToneTable:
    """The table of what was heard, 5 by 5."""
    by_cell: dict[tuple[int, int], list[HeardTone]] = defaultdict(list)
    for tone in heard:
        by_cell[tone.said, tone.heard].append(tone)
    rows = {said: sum(len(by_cell.get((said, other), ())) for other in TONES) for said in TONES}
    return ToneTable(
        {
            (said, other): ToneCell(said, other, tuple(by_cell.get((said, other), ())), rows[said])
            for said in TONES
            for other in TONES
        }
    )


def contrast_weight(table: ToneTable, first: int, second: int) -> float:
    """The weight with which two tones are contrasted next: the share of answers on them in which one was taken for the other.

    >>> contrast_weight(tone_table([]), 2, 3)
    0.1
    """
    asked = table.cells[first, first].of + table.cells[second, second].of
    return (sum(table.confused(first, second)) + UNTRIED[0]) / (asked + UNTRIED[1])


def next_contrast(table: ToneTable, tones: Iterable[int], *, random: Random) -> tuple[int, int]:
    """Two tones, drawn by how often they are confused: the first is to be said, the second offered beside it.

    Of two tones that one is said more often which is taken for the other more often. `tones`: two at least.
    """
    pairs = list(combinations(sorted(set(tones)), 2))
    first, second = random.choices(pairs, [contrast_weight(table, *pair) for pair in pairs])[0]
    one_way, other_way = table.confused(first, second)
    turned = random.random() * (one_way + other_way + 2) < other_way + 1
    return (second, first) if turned else (first, second)
