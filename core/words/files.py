"""A student's own words as a table for other programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from core.learning.days import day_of
from core.records.printed import escape_formula
from core.records.words import OwnWord
from core.wire import Language

HEADINGS: dict[Language, tuple[str, ...]] = {
    "zh": ("词语", "拼音", "释义", "等级", "例句", "加入日期"),
    "en": ("word", "pinyin", "meaning", "level", "sentence", "added"),
}
BAND = "7-9"


def level_text(level: int | None) -> str:
    """The level as the standard writes it, the last three as one band; empty for none.

    >>> level_text(3), level_text(7), level_text(None)
    ('3', '7-9', '')
    """
    return "" if level is None else BAND if level == 7 else str(level)


def as_csv(words: Sequence[OwnWord], language: Language) -> bytes:
    """One row for each word, in the order given, under headings in the language, with the day (UTC+8) on which it was added; UTF-8 with a byte
    order mark."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEADINGS[language])
    for word in words:
        cells = (
            word.word,
            word.pinyin,
            word.meaning,
            level_text(word.level),
            word.sentence,
            day_of(word.added_at).isoformat(),
        )
        writer.writerow([escape_formula(cell) for cell in cells])
    return out.getvalue().encode("utf-8-sig")
