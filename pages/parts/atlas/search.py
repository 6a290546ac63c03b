"""What the search of the map looks in: every point with its names in Chinese, pinyin and English, its number and its category."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from core.api.core import Core
from core.tables.points import KnowledgePoint
from core.wire import Language
from pages.parts.i18n import _, language
from pages.parts.map.words import level_short
from pages.parts.points.list import IGNORED_MARKS
from pages.parts.visitor import Visitor


def search_data(who: Visitor) -> dict[str, Any]:
    """What the widget is given: a row for each point (id, form, what it does, level, what is searched), and its words."""
    return {
        "rows": search_rows(who.core, language()),
        "words": {
            "label": _("Search"),
            "example": _("A word, pinyin (bazi) or a number"),
            "none": _("No point has all of these words."),
            "level": _("Level {level}"),
        },
    }


@lru_cache(maxsize=4)
def search_rows(core: Core, shown_language: Language) -> list[list[str]]:
    """Points in the order of their levels: id, form, what it does, level, and the text in which a search looks."""
    syllables = core.knowledge.names_in_pinyin()
    return [
        [
            row.id,
            *form_and_gloss(row.short.get(shown_language)),
            level_short(row.level),
            searchable_text(row, syllables[row.id]),
        ]
        for row in sorted(core.tables.points.rows, key=lambda row: row.level)
    ]


def searchable_text(row: KnowledgePoint, pinyin: tuple[str, str]) -> str:
    """The names of a point in small letters without the marks of titles: the number, the pinyin in one word and by syllables, then all
    else, apart by `|`. An r for 儿 is written out too, and ü as v."""
    spellings: dict[str, None] = {}
    for syllables in pinyin:
        spelled = syllables.replace("ü", "v")
        written_out = " ".join("er" if syllable == "r" else syllable for syllable in spelled.split())
        spellings |= dict.fromkeys((spelled.replace(" ", ""), written_out.replace(" ", ""), spelled))
    names = (*spellings, row.short.zh, row.short.en, row.name, row.name_en, row.category)
    return "|".join((row.id, *names)).translate(IGNORED_MARKS).lower()


def form_and_gloss(short: str) -> tuple[str, str]:
    """A name as learners read it in two parts: the form, and what it does.

    >>> form_and_gloss("想、要（打算、希望）"), form_and_gloss("想, 要 (wanting to do something)"), form_and_gloss("您")
    (('想、要', '打算、希望'), ('想, 要', 'wanting to do something'), ('您', ''))
    """
    for opening, closing in (("（", "）"), (" (", ")")):
        form, opened, gloss = short.partition(opening)
        if opened and form and gloss.endswith(closing):
            return form, gloss.removesuffix(closing)
    return short, ""
