"""Makes data/placement_words.csv: the words that the placement asks, some for each of nine levels.

`uv run python -m training.placement.words`

The standard has one list for levels 7 to 9. They are told apart here by how common a word is (ranks of jieba's dictionary): the
most common third of that list stands for level 7, the next for 8, the rest for 9. Of every level the words from the
middle of its range of ranks are taken, so that a word is as hard as its level says; only those whose English is short
and plain enough to be an option.
"""

from __future__ import annotations

import csv
import random
import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from core.backends.cedict import CedictGlosses
from core.tables import Tables
from core.tables.words.lists import Word

TARGET = Path(__file__).resolve().parents[2] / "data" / "placement_words.csv"
PER_LEVEL = 80
BAND = 7
MIDDLE = (0.15, 0.85)
"""Share of a level's ranks that is left out at both ends."""
KINDS = ("N", "V", "Adj", "Adv")
LONGEST_ENGLISH = 42
MISLEADING = frozenset(
    [
        "棒",
        "败",
        "充",
        "淡",
        "反倒",
        "改装",
        "哄",
        "划",
        "毁",
        "口径",
        "料",
        "露",
        "拍板",
        "数码",
        "扫",
        "温和",
        "学会",
        "虚拟",
        "言语",
        "造型",
        "炸",
        "侦察",
        "转向",
        "支",
        "率先",
        "毫不",
    ]
)
"""Words whose English in CC-CEDICT belongs to another reading or part of speech (扫 "broom", 毁 "to slander"), is a rare
sense of a common word (数码 "number") or is wrong; read through by hand in November 2026."""
NOT_PLAIN = re.compile(r"[()\[\]\u4e00-\u9fff]|\b(etc|sb|sth|abbr|variant|idiom|fig|lit|particle)\b")


def main() -> None:
    """Choose and write."""
    tables, glosses, counts = Tables(), CedictGlosses(), frequencies()
    plain = [word for word in tables.words.rows if word.pos[0] in KINDS and is_plain(word, glosses)]
    by_level = {level: ranked([word for word in plain if word.level == level], counts) for level in range(1, BAND)}
    band = ranked([word for word in plain if word.level == BAND], counts)
    third = len(band) // 3
    by_level |= {BAND + part: band[part * third : (part + 1) * third] for part in range(3)}
    with TARGET.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow(["word_id", "level"])
        for level, words in by_level.items():
            middle = words[int(MIDDLE[0] * len(words)) : int(MIDDLE[1] * len(words))]
            chosen = fitting(middle, level)
            writer.writerows((word.id, level) for word in sorted(chosen, key=lambda word: word.id))


def fitting(middle: Sequence[Word], level: int) -> list[Word]:
    """A sample of a level; others take the places of misleading words, so that the rest of the sample stays as it is."""
    drawn = random.Random(level).sample(middle, min(PER_LEVEL, len(middle)))
    clear = [word for word in drawn if word.text not in MISLEADING]
    spare = [word for word in middle if word not in drawn and word.text not in MISLEADING]
    return clear + random.Random(f"{level} spare").sample(spare, min(len(drawn) - len(clear), len(spare)))


def frequencies() -> dict[str, int]:
    """Counts of jieba's dictionary (MIT) by word."""
    text = (files("jieba") / "dict.txt").read_text("utf-8")
    return {parts[0]: int(parts[1]) for line in text.splitlines() if len(parts := line.split()) >= 2}


def ranked(words: Sequence[Word], counts: dict[str, int]) -> list[Word]:
    """Most common first."""
    return sorted(words, key=lambda word: (-counts.get(word.text, 0), word.id))


def is_plain(word: Word, glosses: CedictGlosses) -> bool:
    """Whether its English can stand as an option."""
    english = "; ".join(part.strip() for part in glosses.gloss(word).split(";")[:2])
    return 0 < len(english) <= LONGEST_ENGLISH and not NOT_PLAIN.search(english)


if __name__ == "__main__":
    main()
