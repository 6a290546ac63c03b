"""What readers said of lessons on the board (`data/content/board_lessons-*.jsonl`), lesson by lesson.

    uv run python -m benchmarks.questions.judged_lessons [--sheet FILE --seed N]

`tests/evaluation/judged_lessons.tsv`: 60 lessons drawn evenly over the levels. The readers are language models, no persons; they had not written the lessons they read.
`right`: every Chinese sentence is natural and right, one option of each question holds, every explanation and translation is true. `worth`: a learner of the level
learns something by it that is worth its minutes. A draw whose state is `before mending` was followed by a proof-reading of all lessons. A draw that three read is judged, like the
items, by what two of them said; what they found has been mended since. With `--sheet` a draw is written for readers.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import chain
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
        for name in LEAST:
            told, _ = _share([row[name] == "1" for row in rows])
            print(f"    draw {seed}, reader {reader}, {name} ({state}): {told}")
    for seed in dict.fromkeys(seed for seed, _, state in readings if state != REPLACED):
        readers = [rows for (drawn_with, _, _), rows in readings.items() if drawn_with == seed]
        for name, least in LEAST.items():
            votes: Counter[str] = Counter()
            for row in chain.from_iterable(readers):
                votes[row["about"]] += row[name] == "1"
            told, share = _share([2 * given > len(readers) for given in votes.values()])
            bars.check(f"draw {seed}, {len(readers)} readers, {name}", told, share >= least, f"at least {least}")
    return bars.failed


def _share(held: Sequence[bool]) -> tuple[str, float]:
    share = sum(held) / len(held)
    low, high = wilson(share, len(held))
    return f"{share:.3f} [{low:.3f}, {high:.3f}] n={len(held)}", share


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
