"""What readers said of the feedback on wrong orders (`core.answers.diagnosis.orders`), and how much of it is told today.

    uv run python -m benchmarks.questions.judged_orders

`tests/evaluation/judged_orders.tsv`: three draws of 201 ordering items, evenly from three bands, with one piece moved at random; each line
read by two language models that had no part in it (none was read by a person). Rules were mended after the first two draws, so the last one is
the figure. The pieces were moved by chance and not by learners.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.questions.readings import Row, hold_each_reader, stored
from core.answers.diagnosis.meanings import Meanings, Telling
from core.answers.marking import mark
from core.records.items import Item
from core.tables.words.lists import own_gloss
from core.wire import BANDS
from core.wiring import in_memory_core
from evaluation.bars import Bars

FILE = Path(__file__).resolve().parents[2] / "tests" / "evaluation" / "judged_orders.tsv"
LEAST = {"right": 0.95, "helpful": 0.95}


def run(bars: Bars) -> None:
    """Print the share of right and of helpful lines of each draw and reader, and of the lines of the last draw that are told so today."""
    last = hold_each_reader(FILE, LEAST, bars)
    _told_today([row for row in stored(FILE) if row["seed"] == last and row["reader"] == "A"])


def _told_today(rows: Sequence[Row]) -> None:
    core = in_memory_core(demo=False)
    telling = Telling(core.analyser.parser.parse, Meanings(core.tables.words, reader=core.reader, gloss=own_gloss))
    items: dict[str, Item] = {}
    for band in BANDS:
        drafts = core.bank.drafts("ordering", "grammar", band)
        items |= {item.id: item for item in (draft.item() for draft in drafts) if item is not None}
    same = sum(
        mark(item, row["given"], simplify=core.converter.simplified, telling=telling).message.zh.startswith(
            row["told"].removesuffix("。")
        )
        for row in rows
        if (item := items.get(row["item"])) is not None
    )
    print(f"    of the last draw told so today: {same} of {len(rows)}")


if __name__ == "__main__":
    printed = Bars()
    run(printed)
    sys.exit(1 if printed.failed else 0)
