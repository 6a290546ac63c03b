"""The case tables of pinyin in context: a span of a text, its dictionary reading and what is spoken."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "cases" / "pinyin"


@dataclass(frozen=True)
class PinyinCase:
    """One row; `dictionary` and `spoken` hold every reading that is right, most have one."""

    family: str
    text: str
    start: int
    end: int
    dictionary: tuple[str, ...]
    spoken: tuple[str, ...]
    note: str

    def reads(self, syllables: Callable[[str], list[str]], right: tuple[str, ...]) -> bool:
        """Whether a reader of whole texts gives one of the right readings for the span."""
        return joined_syllables(syllables(self.text)[self.start : self.end]) in right


def joined_syllables(syllables: list[str]) -> str:
    """Syllables apart, with the r of erhua on the one before it.

    >>> joined_syllables(["huā", "r"])
    'huār'
    """
    return " ".join(filter(None, syllables)).replace(" r ", "r ").removesuffix(" r") + (
        "r" if syllables[-1:] == ["r"] else ""
    )


def pinyin_cases() -> list[PinyinCase]:
    """All cases, family by family."""
    cases = []
    for path in sorted(FOLDER.glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as lines:
            cases += [
                PinyinCase(
                    path.stem,
                    row["text"],
                    int(row["span_start"]),
                    int(row["span_end"]),
                    tuple(row["dictionary"].split("|")),
                    tuple(row["spoken"].split("|")),
                    row["note"],
                )
                for row in csv.DictReader(lines)
            ]
    return cases
