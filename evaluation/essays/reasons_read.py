"""What two blind readers said of the corrections of learners' sentences, and of the reasons given for them.

240 corrections of the embedded engine at the setting normal, one of a sentence at most, drawn at random from YACLC's sentences and CGED 2017, which no
rule's writer had seen. Each reader judged the correction and its reason in Chinese and in English by itself: R right, W wrong, U not to be told. What they called
wrong in sentences outside of YACLC's scored half was looked at afterwards, so that the next reading wants other sentences.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from evaluation.corpus import ROOT

FILE = ROOT / "evaluation" / "essays" / "reasons_read.csv"
READERS = (1, 2)


class Reading(NamedTuple):
    """What one reader says of one correction."""

    reader: int
    corrector: str
    """The surest corrector: `rule:ba-complement`, `ngram`, `encoder`, `usage`."""
    edit: bool
    zh: bool
    en: bool


def readings(path: Path = FILE) -> list[Reading]:
    """All readings, both of each correction; what could not be told counts as not right."""
    with path.open(encoding="utf-8", newline="") as lines:
        return [
            Reading(
                reader,
                row["corrector"],
                *(row[f"{part}_{reader}"] == "R" for part in ("edit", "zh", "en")),
            )
            for row in csv.DictReader(lines)
            for reader in READERS
        ]


def right(rows: Sequence[Reading], part: str) -> int:
    """How many of the readings call this part (`edit`, `zh`, `en`) right."""
    return sum(getattr(row, part) for row in rows)
