"""What readers said of lessons on the board (`data/content/board_lessons-*.jsonl`), lesson by lesson.

    uv run python -m benchmarks.questions.judged_lessons [--sheet FILE --seed N]

`tests/evaluation/judged_lessons.tsv`: 60 lessons drawn evenly over the levels. The readers are language models, no persons; they had not written the lessons they read.
`right`: every Chinese sentence is natural and right, one option of each question holds, every explanation and translation is true. `worth`: a learner of the level
learns something by it that is worth its minutes. A draw whose state is `before mending` was followed by a proof-reading of all lessons; what the readers of the last one
missed has been mended since, and what the lessons are worth now is not known before a fresh draw is read. With `--sheet` a draw is written for readers.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random

from core.learning.intervals import wilson
from core.tables import Tables
from core.tables.content.board_lessons import BoardLesson
from evaluation.bars import Bars

FILE = Path(__file__).resolve().parents[2] / "tests" / "evaluation" / "judged_lessons.tsv"
LESSONS, SEED = 60, 17
LEAST = {"right": 0.98, "worth": 0.9}
REPLACED = "before mending"
"""State of a reading that holds no bar."""


def run(arguments: Sequence[str] = ()) -> int:
    """Print the shares beside their bars; how many bars failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.questions.judged_lessons", description=__doc__)
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args(arguments)
    if options.sheet is not None:
        options.sheet.write_text("\n\n".join(map(shown, drawn(options.seed))), "utf-8")
        return 0
    bars = Bars()
    readings: dict[tuple[str, str, str], list[dict[str, str]]] = defaultdict(list)
    with FILE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            readings[row["seed"], row["reader"], row["state"]].append(row)
    for (seed, reader, state), rows in readings.items():
        for name, least in LEAST.items():
            held = sum(row[name] == "1" for row in rows)
            low, high = wilson(held / len(rows), len(rows))
            line = f"draw {seed}, reader {reader}, {name} ({state})"
            told = f"{held / len(rows):.3f} [{low:.3f}, {high:.3f}] n={len(rows)}"
            if state == REPLACED:
                print(f"    {line}: {told}")
            else:
                bars.check(line, told, held >= least * len(rows), f"at least {least}")
    return bars.failed


def drawn(seed: int) -> list[BoardLesson]:
    """Lessons, equally many of each level as far as they go, units among them."""
    tables = Tables()
    levels = {point.id: point.level for point in tables.points.grammar} | {unit.id: unit.level for unit in tables.units}
    by_level: dict[int, list[BoardLesson]] = defaultdict(list)
    for lesson in tables.board_lessons:
        by_level[levels[about(lesson)]].append(lesson)
    random = Random(seed)
    for lessons in by_level.values():
        random.shuffle(lessons)
    turns = [lesson for turn in zip(*(by_level[level] for level in sorted(by_level)), strict=False) for lesson in turn]
    return turns[:LESSONS]


def about(lesson: BoardLesson) -> str:
    """The point or the unit of a lesson."""
    return lesson.point or str(lesson.unit)


def shown(lesson: BoardLesson) -> str:
    """A lesson as one block of indented JSON, without what only the drawing needs."""
    fields = lesson.model_dump(exclude_none=True, exclude={"scene", "theme"})
    return json.dumps(fields, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    import sys

    sys.exit(run(sys.argv[1:]))
