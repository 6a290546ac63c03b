"""Builds data/words.csv and data/characters.csv from the published lists and this project's own tables.

    uv run python training/words/words.py ../shared/reference/gf0025

Own tables beside this file: pos.csv (parts of speech of the 1,359 entries that the list leaves empty) and
also.csv (further right readings), glosses.csv (learners' English for levels 1-3, and for what CC-CEDICT leaves out).
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).parent
DATA = HERE.parent.parent / "data"
LEVELS = {"7-9": "7"}
AFFIXES = ("Prefix", "Suffix")
MISREAD = {"L5-0406": "jǐn kěnéng"}
"""Readings that the list misprints: 尽可能 is said with the third tone (Xiandai Hanyu Cidian)."""


def main(reference: Path) -> None:
    """Write both tables."""
    pos, glosses = own_table("pos.csv", "pos"), own_table("glosses.csv", "gloss")
    also = {cells["word"]: cells["reading"] for cells in read(HERE / "also.csv")}
    rows = [word_row(cells, pos, glosses, also) for cells in read(reference / "words.csv")]
    write(DATA / "words.csv", ["id", "forms", "traditional", "pinyin", "pos", "level", "gloss", "also"], rows)
    characters = [
        [c["Hanzi"], LEVELS.get(c["Level"], c["Level"]), c["WritingLevel"], c["Traditional"]]
        for c in read(reference / "characters.csv")
    ]
    write(DATA / "characters.csv", ["character", "level", "writing_level", "traditional"], characters)


def own_table(name: str, column: str) -> dict[str, str]:
    """One column of an own table by word id; empty while the table is not there."""
    path = HERE / name
    return {cells["id"]: cells[column] for cells in read(path)} if path.exists() else {}


def read(path: Path) -> list[dict[str, str]]:
    """Rows of a CSV."""
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def write(path: Path, header: list[str], rows: Iterable[list[str]]) -> None:
    """Rows with a header, line feeds only."""
    with path.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def word_row(cells: dict[str, str], pos: dict[str, str], glosses: dict[str, str], also: dict[str, str]) -> list[str]:
    """One entry: variants and optional parts written out as forms, parts of speech filled, gloss added."""
    affix = cells["POS"] in AFFIXES
    pinyin, _, second = MISREAD.get(cells["ID"], cells["Pinyin"]).partition("/")  # shéi/shuí
    return [
        cells["ID"],
        "|".join(forms(cells["Simplified"], affix=affix)),
        "|".join(forms(cells["Traditional"], affix=affix)),
        "|".join(forms(pinyin, affix=affix)),
        "|".join((cells["POS"] or pos.get(cells["ID"], "")).split("/")),
        LEVELS.get(cells["Level"], cells["Level"]),
        glosses.get(cells["ID"], ""),
        second or also.get(cells["Simplified"], ""),
    ]


def forms(text: str, *, affix: bool) -> list[str]:
    """爸爸|爸 as two, 有（一）些 as 有些 and 有一些, 子（桌子） as 子, 称2 as 称, …极了 as 极了.

    >>> forms("有（一）些", affix=False), forms("yǒu(yī)xiē", affix=False), forms("zi (zhuōzi)", affix=True)
    (['有些', '有一些'], ['yǒuxiē', 'yǒuyīxiē'], ['zi'])
    """
    forms: list[str] = []
    for variant in text.replace("…", "").split("|"):
        variant = re.sub(r"\d$", "", variant).strip()
        optional = re.search(r"\s*[（(](.*)[）)]", variant)
        if optional is None:
            forms.append(variant)
            continue
        without = variant[: optional.start()] + variant[optional.end() :]
        forms.append(without.strip())
        if not affix:
            forms.append(variant[: optional.start()] + optional.group(1) + variant[optional.end() :])
    return forms


if __name__ == "__main__":
    main(Path(sys.argv[1]))
