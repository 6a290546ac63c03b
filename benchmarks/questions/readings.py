"""What several readers said of the same draw: each reader's shares against a bar, or what most of them said."""

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
Row = Mapping[str, str]
Readings = Mapping[tuple[str, str, str], Sequence[Row]]
"""The rows of a reading, by its draw, its reader and its state."""


def stored(file: Path) -> list[Row]:
    """A row for each reading of a line, out of a file with tab-separated columns."""
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


def compare(file: Path, subject: str, least: Mapping[str, float], bars: Bars) -> None:
    """Print what was read and hold what most readers said of each draw that stands to its bar.

    `file` has the columns `seed`, `reader`, `state`, the one that names the thing (`subject`), and 0 or 1 for each name in `least`.
    """
    readings = _by_reader(file)
    for (seed, reader, state), rows in readings.items():
        for name in least:
            print(f"    {_named(seed, reader, name, state)}: {_share([row[name] == '1' for row in rows])[0]}")
    for seed in _standing(readings, bars):
        readers = [rows for (drawn_with, _, _), rows in readings.items() if drawn_with == seed]
        for name, bar in least.items():
            votes: Counter[str] = Counter()
            for row in chain.from_iterable(readers):
                votes[row[subject]] += row[name] == "1"
            told, share = _share([2 * given > len(readers) for given in votes.values()])
            bars.check(
                f"draw {seed}, what most of {len(readers)} readers said, {name}", told, share >= bar, f"at least {bar}"
            )


def hold_each_reader(file: Path, least: Mapping[str, float], bars: Bars) -> str:
    """Print what was read and hold each reader of the last draw that stands to the bars; the seed of that draw, "" where none stands.

    `file` has the columns of `compare`; without a column `state` every draw stands.
    """
    readings = _by_reader(file)
    last = next(reversed(_standing(readings, bars)), "")
    for (seed, reader, state), rows in readings.items():
        for name, bar in least.items():
            told, share = _share([row[name] == "1" for row in rows])
            if seed == last:
                bars.check(_named(seed, reader, name, state), told, share >= bar, f"at least {bar}")
            else:
                print(f"    {_named(seed, reader, name, state)}: {told}")
    return last


def _by_reader(file: Path) -> Readings:
    readings: dict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for row in stored(file):
        readings[row["seed"], row["reader"], row.get("state", "")].append(row)
    return readings


def _standing(readings: Readings, bars: Bars) -> list[str]:
    """Seeds of the draws that hold bars; a bar fails where there is none, for then nothing would be held to any."""
    seeds = list(dict.fromkeys(seed for seed, _, state in readings if state != REPLACED))
    if not seeds:
        bars.check("draws that stand", 0, False, "at least 1")
    return seeds


def _named(seed: str, reader: str, name: str, state: str) -> str:
    return f"draw {seed}, reader {reader}, {name}" + (f" ({state})" if state else "")


def _share(held: Sequence[bool]) -> tuple[str, float]:
    share = sum(held) / len(held)
    low, high = wilson(share, len(held))
    return f"{share:.3f} [{low:.3f}, {high:.3f}] n={len(held)}", share
