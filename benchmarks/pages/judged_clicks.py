"""Whether somebody who sees a page for the first time finds the next click (`tests/evaluation/judged_clicks.tsv`).

    uv run python -m benchmarks.pages.judged_clicks

Forty tasks (25 of students, one or two of visitors among them, 15 of teachers), each with one picture of a page at 1280 x 720; five readers said what they would click first. The
readers are language models in the parts of five people; none was a person. All of them had opened all pictures before they answered, so that where a page leads may
have been known to them: what they called a guess for that reason counts as they answered.
"""

from __future__ import annotations

import csv
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from core.learning.intervals import wilson

FILE = Path(__file__).resolve().parents[2] / "tests" / "evaluation" / "judged_clicks.tsv"
LEAST = 0.9


def stored() -> list[Mapping[str, str]]:
    """A row for each answer."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def main() -> int:
    """Print the share of right clicks and of tasks that all found, and the tasks that somebody missed; 1 below `LEAST`."""
    rows = stored()
    by_task: dict[str, list[bool]] = defaultdict(list)
    for row in rows:
        by_task[row["what"]].append(row["right"] == "1")
    right = sum(map(sum, by_task.values()))
    found = sum(map(all, by_task.values()))
    low, high = wilson(right / len(rows), len(rows))
    print(f"right first clicks  {right}/{len(rows)} {right / len(rows):.3f} [{low:.3f}, {high:.3f}]")
    print(f"tasks that all five found  {found}/{len(by_task)}, bar {LEAST}")
    for what, answers in by_task.items():
        if not all(answers):
            print(f"    {sum(answers)} of {len(answers)}: {what}")
    return int(found / len(by_task) < LEAST)


if __name__ == "__main__":
    sys.exit(main())
