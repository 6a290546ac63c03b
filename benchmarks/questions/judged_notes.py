"""What readers said of the notes on wrong options of gaps (`data/content/option_notes.csv`), note by note.

    uv run python -m benchmarks.questions.judged_notes [--sheet FILE --seed N]

`tests/evaluation/judged_notes.tsv`: 400 notes drawn evenly over the levels, each read by two or three readers. The readers are language models, no persons; they had not written
the notes. `true`: what it says holds of Chinese and of this sentence, in both languages, and the option is wrong there. `tells`: a learner who chose the option understands by it why
it fails here. After a draw whose state is `before mending` all notes, or all that claim much, were read again; what the last
readers found has been mended since. With `--sheet` a draw is written for readers.
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random

from benchmarks.questions.readings import compare
from core.questions.kinds.sentences import with_blank
from core.tables import Tables
from core.tables.content.option_notes import Part
from evaluation.bars import Bars

FILE = Path(__file__).resolve().parents[2] / "tests" / "evaluation" / "judged_notes.tsv"
NOTES, SEED = 400, 24
LEAST = {"true": 0.98, "tells": 0.95}
FIELDS = ("id", "level", "sentence", "english", "right", "wrong", "note_zh", "note_en")


def run(arguments: Sequence[str] = ()) -> int:
    """Print the shares beside their bars; how many bars failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.questions.judged_notes", description=__doc__)
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args(arguments)
    if options.sheet is not None:
        with options.sheet.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, delimiter="\t", lineterminator="\n").writerows([FIELDS, *drawn(options.seed)])
        return 0
    bars = Bars()
    compare(FILE, "note", LEAST, bars)
    return bars.failed


def drawn(seed: int) -> list[tuple[object, ...]]:
    """Notes, equally many of each level, with what a reader needs to judge them."""
    tables = Tables()
    by_level: dict[int, list[tuple[object, ...]]] = defaultdict(list)
    parts: tuple[Part, ...] = ("cloze", "word")
    for row in tables.content.sentences:
        for part in parts:
            gap = row.cloze if part == "cloze" else row.word
            for option, note in tables.option_notes.of(row.id, part).items() if gap is not None else ():
                assert gap is not None
                fields = (row.level, with_blank(row.text, gap), row.en, gap.key, option, note.zh, note.en)
                by_level[row.level].append((f"{row.id}.{part}.{option}", *fields))
    random = Random(seed)
    for notes in by_level.values():
        random.shuffle(notes)
    turns = [note for turn in zip(*(by_level[level] for level in sorted(by_level)), strict=False) for note in turn]
    return turns[:NOTES]


if __name__ == "__main__":
    import sys

    sys.exit(run(sys.argv[1:]))
