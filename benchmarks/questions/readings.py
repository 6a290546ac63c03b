"""What several readers said of the same draw: each reader's shares, and what most of them said against a bar."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

from core.learning.intervals import wilson
from evaluation.bars import Bars

REPLACED = "before mending"
"""State of a draw whose finds were followed by another reading of everything: it holds no bar."""


def compare(file: Path, subject: str, least: Mapping[str, float], bars: Bars) -> None:
    """Print what was read: `file` has tab-separated columns `seed`, `reader`, `state`, the one that names the thing (`subject`), and 0 or 1 for each name in `least`."""
    readings: dict[tuple[str, str, str], list[dict[str, str]]] = defaultdict(list)
    with file.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            readings[row["seed"], row["reader"], row["state"]].append(row)
    for (seed, reader, state), rows in readings.items():
        for name in least:
            print(
                f"    draw {seed}, reader {reader}, {name} ({state}): {_share([row[name] == '1' for row in rows])[0]}"
            )
    for seed in dict.fromkeys(seed for seed, _, state in readings if state != REPLACED):
        readers = [rows for (drawn_with, _, _), rows in readings.items() if drawn_with == seed]
        for name, bar in least.items():
            votes: Counter[str] = Counter()
            for row in chain.from_iterable(readers):
                votes[row[subject]] += row[name] == "1"
            told, share = _share([2 * given > len(readers) for given in votes.values()])
            bars.check(
                f"draw {seed}, what most of {len(readers)} readers said, {name}", told, share >= bar, f"at least {bar}"
            )


def _share(held: Sequence[bool]) -> tuple[str, float]:
    share = sum(held) / len(held)
    low, high = wilson(share, len(held))
    return f"{share:.3f} [{low:.3f}, {high:.3f}] n={len(held)}", share
