"""Items drawn at random and judged by readers: sheets for the readers, their judgements kept, the figures.

`python -m benchmarks.questions.judged_items sheets SEED FOLDER` writes what a reader sees: `blind.txt` without keys, `open.txt` with
the key and the explanation, for the second step. A reader answers each in lines, `blind-NAME.txt` and `open-NAME.txt`:

    number|every right answer, separated by " / "|natural y or n|tests something y or n|fits the level y or n|remark
    number|explanation right y or n|gives the reason y or n|remark

`python -m benchmarks.questions.judged_items collect SEED FOLDER` marks the answers as the service does and adds the judgements to
`tests/evaluation/judged_items.tsv`. `tests/evaluation/judged_items.md` says who the readers were.
"""

from __future__ import annotations

import csv
import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, fields
from pathlib import Path

from core.answers.marking import mark
from core.api.core import Core
from core.learning.intervals import wilson
from core.questions.draw import draw
from core.records.items import Item
from core.wire import BANDS, QUESTION_TYPES, TOPICS
from core.wiring import in_memory_core
from evaluation.bars import Bars
from evaluation.figures import Figure, Section
from evaluation.questions.judgements import ITEMS, JUDGEMENTS_FILE, Judgement, stored_judgements

LEAST = {"one_right": 0.99, "natural": 0.99, "explained": 0.98, "reasoned": 0.95, "tests": 0.97, "fits": 0.95}
LEAST_ORDERS = 0.95
NAMES = {
    "one_right": "exactly one right answer",
    "natural": "natural Chinese",
    "explained": "explanation right",
    "reasoned": "explanation gives the reason",
    "tests": "tests something",
    "fits": "fits its level",
}
PARTS = {"any": "drawn evenly", "met": "as students meet them", "orders": "ordering"}
ROUND, LEVELS = 10, 7
CELLS = [(kind, topic, band) for band in BANDS for kind in QUESTION_TYPES for topic in TOPICS]


def drawn(core: Core, seed: int) -> list[tuple[str, str, Item]]:
    """Part, cell and item: 300 over all cells in turn, then 300 in rounds of ten of one level, as students draw them; none twice."""
    rng = random.Random(seed)
    rows: list[tuple[str, str, Item]] = []
    seen_ids: set[str] = set()
    for number in range(ITEMS):
        kind, topic, band = CELLS[number % len(CELLS)]
        item = None
        while item is None or item.id in seen_ids:
            pile = rng.choice(core.bank.piles(kind, topic, band))
            item = rng.choice(pile).item() if pile else None
        seen_ids.add(item.id)
        rows.append(("any", f"{kind} {topic} {band}", item))
    for number in range(ITEMS // ROUND):
        level = number % LEVELS + 1
        cells = [cell for cell in CELLS if BANDS[cell[2]][0] <= level <= BANDS[cell[2]][1]]
        rng.shuffle(cells)
        piles = [core.bank.piles(*cell) for cell in cells]
        items = draw(piles, levels=(level, level), tags=(), count=ROUND, seen=seen_ids, rng=rng)
        seen_ids.update(item.id for item in items)
        rows += [("met", f"{item.type} {item.topic} {item.level}", item) for item in items]
    return rows


def blind(number: int, cell: str, item: Item) -> str:
    """The item as a student meets it, sound written out."""
    lines = [f"#{number} [{cell}, level {item.standard_level}] {item.question.zh}"]
    if item.audio:
        lines.append(f"  heard: {item.audio.text}")
    if item.stem and item.stem not in item.question.zh:
        lines.append(f"  {item.stem}")
    lines += [f"  {option.id}. {option.text}" for option in [*item.left, *item.options]]
    return "\n".join(lines)


def opened(number: int, cell: str, item: Item) -> str:
    """The same with the key and everything that is said after the answer."""
    lines = [blind(number, cell, item), f"  KEY {item.key}"]
    if item.accepted:
        lines.append(f"  also accepted: {' / '.join(item.accepted)}")
    lines += [f"  zh: {item.explanation.zh}", f"  en: {item.explanation.en}"]
    lines += [f"  of {option.id}: {option.note.zh} | {option.note.en}" for option in item.options if option.note]
    if item.translation:
        lines.append(f"  translation: {item.translation}")
    return "\n".join(lines)


def write_sheets(core: Core, seed: int, folder: Path) -> None:
    """The two sheets of a draw."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = drawn(core, seed)
    for name, shown in (("blind.txt", blind), ("open.txt", opened)):
        text = "\n\n".join(shown(number, cell, item) for number, (_, cell, item) in enumerate(rows, start=1))
        (folder / name).write_text(text + "\n", encoding="utf-8")


def collect(core: Core, seed: int, folder: Path) -> list[Judgement]:
    """The readers' lines, marked.

    Raises:
        ValueError: a reader left an item out.
    """
    rows = drawn(core, seed)
    judgements = []
    for path in sorted(folder.glob("blind-*.txt")):
        reader = path.stem.removeprefix("blind-")
        first, second = _lines(path), _lines(folder / f"open-{reader}.txt")
        for number, (part, cell, item) in enumerate(rows, start=1):
            if number not in first or number not in second:
                raise ValueError(f"{path.name}: number {number} is missing")
            answers, natural, tests, fits, remark = first[number]
            explained, reasoned, *more = second[number]
            judgements.append(
                Judgement(
                    seed, part, number, item.id, cell, reader, answers,
                    int(_one_right(core, item, answers.split(" / "))),
                    int(natural.lower() == "y"), int(explained.lower() == "y"), int(reasoned.lower() == "y"),
                    int(tests.lower() == "y"), int(fits.lower() == "y"),
                    " ".join(part for part in (remark, *more) if part),
                )
            )  # fmt: skip
    return judgements


def _lines(path: Path) -> dict[int, list[str]]:
    """The fields behind each number; a remark may hold bars."""
    fields_by_number = {}
    width = 5 if path.name.startswith("blind") else 3
    for line in path.read_text(encoding="utf-8").splitlines():
        if "|" in line:
            number, *rest = (part.strip() for part in line.split("|", width))
            fields_by_number[int(number.lstrip("#"))] = rest + [""] * (width - len(rest))
    return fields_by_number


def _one_right(core: Core, item: Item, answers: Sequence[str]) -> bool:
    given = [answer.strip() for answer in answers if answer.strip()]
    return bool(given) and all(
        mark(item, answer, simplify=core.converter.simplified).is_correct for answer in given
    )  # fmt: skip


def keep(judgements: Iterable[Judgement]) -> None:
    """Add judgements to those kept; a draw judged again takes the place of its earlier rows."""
    new = list(judgements)
    seeds = {row.seed for row in new}
    old = [row for row in stored_judgements() if row.seed not in seeds] if JUDGEMENTS_FILE.exists() else []
    with JUDGEMENTS_FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Judgement)], delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(row) for row in [*old, *new])


def run_part(bars: Bars) -> None:
    """The figures of each draw; the bars are those of the latest one, made after what the others found was mended."""
    judged = stored_judgements()
    latest = judged[-1].seed
    for seed in dict.fromkeys(row.seed for row in judged):
        rows = [row for row in judged if row.seed == seed]
        readers = sorted({row.reader for row in rows})
        print(f"    draw {seed}, judged by {len(readers)} readings")
        for part, name, label, least in _figures_of(rows):
            of_part = [row for row in rows if row.part == part]
            _figure(bars if seed == latest else None, label, of_part, name, least)


def _figures_of(rows: Sequence[Judgement]) -> Iterator[tuple[str, str, str, float]]:
    """Part, judgement, what the figure is called, and its bar."""
    for part in dict.fromkeys(row.part for row in rows):
        if part == "orders":
            yield part, "one_right", "ordering: accepted orders complete", LEAST_ORDERS
            continue
        for name, least in LEAST.items():
            if all(getattr(row, name) is not None for row in rows):
                yield part, name, f"{PARTS[part]}: {NAMES[name]}", least


def section() -> Section:
    """The figures of all draws as they stand in docs/accuracy.md."""
    judged = stored_judgements()
    figures = []
    for seed in dict.fromkeys(row.seed for row in judged):
        rows = [row for row in judged if row.seed == seed]
        for part, name, label, least in _figures_of(rows):
            by_majority, by_all, n = _shares([row for row in rows if row.part == part], name)
            low, high = wilson(by_majority, n)
            bar = least if seed == judged[-1].seed else None
            figures.append(
                Figure(
                    f"draw {seed}: {label}",
                    by_majority,
                    n,
                    "items",
                    low,
                    high,
                    bar,
                    f"by all readings {by_all:.3f}",
                )
            )
    return Section(
        title="Exercises, drawn at random and judged",
        model="the item bank (`core/questions`), written content and generated items",
        data="`tests/evaluation/judged_items.tsv`: three independent readings of each item by language models, none by a person",
        figures=figures,
        command="uv run python -m benchmarks.questions.judged_items",
        notes=[
            "An item holds where at least two of its three readings say so. After each draw what it found was mended, so the",
            "latest draw is the one that tells how the bank is now. `tests/evaluation/judged_items.md` says how it was read.",
        ],
    )


def _shares(rows: Sequence[Judgement], name: str) -> tuple[float, float, int]:
    """Share of items that hold by most of their readings, by all of them, and the number of items."""
    votes: dict[int, list[int]] = defaultdict(list)
    for row in rows:
        votes[row.number].append(getattr(row, name))
    n = len(votes)
    by_majority = sum(2 * sum(votes_of_item) > len(votes_of_item) for votes_of_item in votes.values()) / n
    return by_majority, sum(all(votes_of_item) for votes_of_item in votes.values()) / n, n


def _figure(bars: Bars | None, name: str, rows: Sequence[Judgement], field: str, least: float) -> None:
    """An item holds where most of its readings say so; beside it the share where all do."""
    by_majority, by_all, n = _shares(rows, field)
    low, high = wilson(by_majority, n)
    label = f"{name}, by most readings (n = {n}, 95 % {low:.3f}-{high:.3f}; by all readings {by_all:.3f})"
    if bars is None:
        print(f"    {label}: {by_majority:.3f}")
    else:
        bars.at_least(label, by_majority, least)


def main(arguments: list[str]) -> int:
    """`sheets SEED FOLDER`, `collect SEED FOLDER`, or nothing for the figures."""
    if not arguments:
        run_part(Bars())
        return 0
    what, seed, folder = arguments
    core = in_memory_core()
    if what == "sheets":
        write_sheets(core, int(seed), Path(folder))
    else:
        keep(collect(core, int(seed), Path(folder)))
        run_part(Bars())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
