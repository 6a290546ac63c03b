"""Makes data/content/annotations.csv: words with levels and grammar points with places, for every text of the content.

`uv run python -m training.content.annotate [ID ...]`

With ids only those texts are read anew, and those that have no row yet; the other rows stay as they are. The file is written once all rows are there. The language core reads each text; data/content/annotation_fixes.csv, written by readers, then has the last word. Prints the
sentences whose own point was not found, which are what a second reading begins with.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator
from pathlib import Path

from core.tables import Tables
from core.tables.content.annotations import PointFix, annotated_text, point_fixes
from core.tables.content.texts import Dialogue, Exchange, Passage, Sentence
from core.texts.analysis import Analyser
from core.wiring import in_memory_core

FOLDER = Path(__file__).resolve().parents[2] / "data" / "content"
TARGET = FOLDER / "annotations.csv"
FIXES = FOLDER / "annotation_fixes.csv"

Row = Sentence | Exchange | Passage | Dialogue
Place = tuple[str, int, int]


def main(only: Collection[str] = ()) -> None:
    """Annotate everything, or only some texts; print what is missing."""
    core = in_memory_core()
    kept = dict(_kept()) if only else {}
    fixes: dict[str, list[PointFix]] = {}
    for fix in point_fixes(FIXES):
        fixes.setdefault(fix.id, []).append(fix)
    missing = 0
    written: list[list[str]] = []
    for row in rows(core.tables):
        if row.id in kept and row.id not in only:
            written.append(kept[row.id])
            continue
        words, points = annotation(row, core.analyser, fixes.get(row.id, []))
        written.append([row.id, words, " ".join(f"{point}{start}-{end}" for point, start, end in points)])
        if isinstance(row, Sentence) and row.point and row.point not in {point for point, _, _ in points}:
            missing += 1
            print(row.id, row.point, row.text)
    with TARGET.open("w", encoding="utf-8", newline="") as lines:
        csv.writer(lines, lineterminator="\n").writerows([["id", "words", "points"], *written])
    print(f"{missing} sentences whose own point was not found")


def _kept() -> list[tuple[str, list[str]]]:
    """The rows as they stand, by their ids."""
    with TARGET.open(encoding="utf-8", newline="") as lines:
        return [(row[0], row) for row in csv.reader(lines)]


def rows(tables: Tables) -> Iterator[Row]:
    """All texts, in the order of the files."""
    content = tables.content
    yield from content.sentences
    yield from content.exchanges
    yield from content.passages
    yield from content.dialogues


def annotation(row: Row, analyser: Analyser, fixes: list[PointFix]) -> tuple[str, list[Place]]:
    """The words as they are written to the file, and the points with their places."""
    text = annotated_text(row)
    analysis = analyser.analyse(text)
    words = " ".join(f"{word.start}-{word.end}:{word.level}" for word in analysis.words)
    points = {(match.point, match.start, match.end) for match in analysis.matches}
    for fix in fixes:
        if any(part not in text for part in fix.found.split("…")):
            raise SystemExit(
                f"annotation_fixes.csv: {fix.found!r} does not stand in {fix.id} any more; take the row out."
            )
        start = text.index(fix.found.split("…")[0])
        end = text.index(fix.found.split("…")[-1], start) + len(fix.found.split("…")[-1])
        if fix.verdict == "add":
            points.add((fix.point, start, end))
        else:
            points = {point for point in points if point[0] != fix.point or point[1:] != (start, end)}
    return words, sorted(points, key=lambda point: (point[1], point[2], point[0]))


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
