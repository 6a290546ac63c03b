"""Judgements of items by readers, as they are kept (`tests/evaluation/judged_items.md` says who the readers were)."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

JUDGEMENTS_FILE = Path(__file__).resolve().parents[2] / "tests" / "evaluation" / "judged_items.tsv"
ITEMS = 300
ORDERS = 100


@dataclass(frozen=True)
class Judgement:
    """One reading of one item. The three judgements are 1 or 0."""

    seed: int
    part: str
    """`any`: of all cells; `orders`: of the ordering cells."""
    number: int
    item: str
    cell: str
    reader: str
    answers: str
    one_right: int
    """The reader named the key and nothing that the service would mark wrong."""
    natural: int
    explained: int
    remark: str


def stored_judgements() -> list[Judgement]:
    """All judgements made so far."""
    with JUDGEMENTS_FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    numbers = {"seed", "number", "one_right", "natural", "explained"}
    return [Judgement(**{key: int(row[key]) if key in numbers else row[key] for key in row}) for row in rows]  # type: ignore[arg-type]
