"""What readers found who saw gaps without their keys (`tests/evaluation/gap_readings.tsv`; `tests/evaluation/gap_readings.md` says who they were)."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

READINGS_FILE = Path(__file__).resolve().parents[2] / "tests" / "evaluation" / "gap_readings.tsv"


@dataclass(frozen=True)
class GapReading:
    """One gap as it was read, by its mark (`core.tables.content.proofs.mark_of`)."""

    mark: str
    source: str
    part: str
    planted: str
    """A word that the content accepts in this gap, put in the place of a wrong option; "" in a gap as written."""
    valid: bool
    """Of a planted word: a third reader, who saw the whole sentence with it and nothing else, found nothing wrong."""
    flagged: tuple[bool, ...]
    """For each reader whether more or less than one right answer was named."""


def gap_readings() -> list[GapReading]:
    """All that were read."""
    with READINGS_FILE.open(encoding="utf-8", newline="") as file:
        return [
            GapReading(
                mark=row["mark"],
                source=row["source"],
                part=row["part"],
                planted=row["planted"],
                valid=row["valid"] == "1",
                flagged=tuple(flag == "1" for flag in row["flagged"]),
            )
            for row in csv.DictReader(file, delimiter="\t")
        ]


def named_key_alone() -> Counter[str]:
    """How many readers named the key and nothing else, by mark, in gaps as written."""
    return Counter(
        {row.mark: row.flagged.count(False) for row in gap_readings() if not row.planted and True not in row.flagged}
    )


def doubted() -> frozenset[str]:
    """Marks of gaps as written in which any reader named another number of right answers than one, the key."""
    return frozenset(row.mark for row in gap_readings() if not row.planted and True in row.flagged)
