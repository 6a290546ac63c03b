"""What readers said of lessons on the board (`data/content/board_lessons-*.jsonl`), lesson by lesson.

    uv run python -m benchmarks.questions.judged_lessons [--sheet FILE --seed N]

`tests/evaluation/judged_lessons.tsv`: 60 lessons drawn evenly over the levels. The readers are language models, no persons; they had not written the lessons they read.
`right`: every Chinese sentence is natural and right, one option of each question holds, every explanation and translation is true. `worth`: a learner of the level
learns something by it that is worth its minutes. A draw whose state is `before mending` was followed by a proof-reading of all lessons. A draw that three read is judged, like the
items, by what two of them said; what they found has been mended since. With `--sheet` a draw is written for readers.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random

from benchmarks.questions.readings import compare
from core.tables import Tables
from core.tables.content.board_lessons import BoardLesson
from evaluation.bars import Bars

FILE = Path(__file__).resolve().parents[2] / "tests" / "evaluation" / "judged_lessons.tsv"
LESSONS, SEED = 60, 17
LEAST = {"right": 0.98, "worth": 0.9}


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
    compare(FILE, "about", LEAST, bars)
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
