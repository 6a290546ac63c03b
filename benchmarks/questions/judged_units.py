"""What a reader said of the units of the road (`data/content/units.jsonl`).

    uv run python -m benchmarks.questions.judged_units

`tests/evaluation/judged_units.tsv`: each of the ninety units, read by a language model that had no part in it (none was read by a person) after two others
had read an earlier state and the units were edited. `weak` counts as not right here.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Mapping
from pathlib import Path

from core.learning.intervals import wilson
from core.tables import Tables

FILE = Path(__file__).resolve().parents[2] / "tests" / "evaluation" / "judged_units.tsv"
COLUMNS = {
    "goal": "goal natural, real and of the level",
    "title": "title natural in both languages",
    "hear": "what is heard serves the goal",
    "say": "sentences useful",
    "lesson": "lesson fits",
    "write": "task fits the goal",
}


def stored() -> list[Mapping[str, str]]:
    """A row for each unit."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"))


def main() -> int:
    """Print the share of units that were called right in each column; 1 where a unit was never read."""
    rows = stored()
    for column, words in COLUMNS.items():
        right = sum(row[column] == "ok" for row in rows)
        low, high = wilson(right / len(rows), len(rows))
        print(f"{words:40} {right}/{len(rows)} {right / len(rows):.3f} [{low:.3f}, {high:.3f}]")
    unread = {unit.id for unit in Tables().units} - {row["unit_id"] for row in rows}
    print(f"{'units never read':40} {len(unread)}")
    return int(bool(unread))


if __name__ == "__main__":
    sys.exit(main())
