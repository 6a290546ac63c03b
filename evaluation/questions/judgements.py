"""Judgements of items by readers, as they are kept (`tests/evaluation/judged_items.md` says who the readers were)."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

JUDGEMENTS_FILE = Path(__file__).resolve().parents[2] / "tests" / "evaluation" / "judged_items.tsv"
ITEMS = 300
ORDERS = 100
FIRST_WITH_ALL = 2000
"""Draws from this seed on have a part of items as students meet them, and all six judgements; those before have orders, and three."""
ADDED = ("reasoned", "tests", "fits")


@dataclass(frozen=True)
class Judgement:
    """One reading of one item. The judgements are 1 or 0; None where a draw was not asked about them."""

    seed: int
    part: str
    """`any`: of all cells in turn; `met`: rounds of ten, as students get them; `orders`: of the ordering cells."""
    number: int
    item: str
    cell: str
    reader: str
    answers: str
    one_right: int
    """The reader named the key and nothing that the service would mark wrong."""
    natural: int
    explained: int
    reasoned: int | None
    """The explanation says why the right answer holds."""
    tests: int | None
    """It cannot be answered without the Chinese that it is about."""
    fits: int | None
    """It fits its level."""
    remark: str


def stored_judgements() -> list[Judgement]:
    """All judgements made so far."""
    with JUDGEMENTS_FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [_judgement(row) for row in rows]


def _judgement(row: dict[str, str]) -> Judgement:
    numbers = {name: int(row[name]) for name in ("seed", "number", "one_right", "natural", "explained")}
    added = {name: int(row[name]) if row[name] else None for name in ADDED}
    return Judgement(**{**row, **numbers, **added})  # type: ignore[arg-type]
