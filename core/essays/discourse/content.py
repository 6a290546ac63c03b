"""The checklist of content: title, examples and reasons, repetition."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.essays.discourse.composition import MANY_SENTENCES, Composition, Line
from core.language.levels import HAN
from core.wire import Bilingual

EXAMPLES = "例如 比如 譬如 有一次 有一天 记得 因为 由于 原因 去年 今年 昨天 那天 小时候 上个 岁 第一次"
"""What examples, reasons and told events come with."""
IN_EVERY_TITLE = frozenset("的我你他她和在是一有了")
TITLE_SHARE, TITLE_ENOUGH = 0.8, 0.6
"""Of the characters of a title that come up in a text about it: for all of the credit, and for no advice."""
CHARACTERS_A_DETAIL = 120
BARE = 0.3
"""What a text has without any: much can be told in other words."""
ENOUGH = 0.7
MOST_PLACES = 3
"""Of one character of the title."""


def content(made: Composition) -> Iterator[Line]:
    if wanted := set(HAN.findall(made.title)) - IN_EVERY_TITLE:
        yield _title(made, wanted)
    yield _details(made)
    if len(made.sentences) >= MANY_SENTENCES:
        yield _repetition(made)


def _title(made: Composition, wanted: set[str]) -> Line:
    taken = [mark for mark in HAN.findall(made.title) if mark in wanted and mark in made.text]
    share = min(1.0, len(set(taken)) / len(wanted) / TITLE_SHARE)
    places = tuple(
        match.span() for mark in sorted(set(taken)) for match in list(re.finditer(mark, made.text))[:MOST_PLACES]
    )
    return Line(
        "content",
        "title",
        share,
        Bilingual(zh="扣题", en="On the title"),
        Bilingual(
            zh=f"题目里的字有 {len(set(taken))}/{len(wanted)} 个在文中出现",
            en=f"{len(set(taken))} of {len(wanted)} characters of the title come up",
        ),
        places,
        None if share >= TITLE_ENOUGH else Bilingual(zh="写一写题目里说的事。", en="Write about what the title names."),
    )


def _details(made: Composition) -> Line:
    places = tuple(match.span() for mark in EXAMPLES.split() for match in re.finditer(mark, made.text))
    wanted = max(1.0, made.characters / CHARACTERS_A_DETAIL)
    share = min(1.0, len(places) / wanted)
    return Line(
        "content",
        "details",
        BARE + (1 - BARE) * share,
        Bilingual(zh="例子和理由", en="Examples and reasons"),
        Bilingual(zh=f"找到 {len(places)} 处", en=f"{len(places)} found"),
        tuple(sorted(places)),
        None
        if share >= ENOUGH
        else Bilingual(zh="举个例子：什么时候、在哪儿、为什么。", en="Give an example: when, where, why."),
    )


def _repetition(made: Composition) -> Line:
    bare = ["".join(HAN.findall(made.text[slice(*place)])) for place in made.sentences]
    seen: set[str] = set()
    again = []
    for said, place in zip(bare, made.sentences, strict=True):
        if said in seen:
            again.append(place)
        seen.add(said)
    share = 1 - len(again) / len(bare)
    return Line(
        "content",
        "repetition",
        share * share,
        Bilingual(zh="不重复", en="Without repetition"),
        Bilingual(zh=f"{len(again)} 句是前面写过的", en=f"{len(again)} that stood there before")
        if again
        else Bilingual(zh="没有重复的句子", en="no sentence twice"),
        tuple(again),
        Bilingual(zh="删去重复的句子，写点新的。", en="Drop the repeated sentences and say something new.")
        if again
        else None,
    )
