"""The checklist of content: whether the text is about its title, gives examples and reasons, and repeats itself.

Advice follows from repetition alone. A text can be about its title without the title's characters, and give examples without the words that mark them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.essays.discourse.composition import MANY_SENTENCES, ChecklistItem, Composition
from core.language.levels import HAN
from core.wire import Bilingual

EXAMPLES = "例如 比如 譬如 有一次 有一天 记得 因为 由于 原因 去年 今年 昨天 那天 小时候 上个 岁 第一次"
"""Words that mark examples, reasons and narrated events."""
IN_EVERY_TITLE = frozenset("的我你他她和在是一有了")
TITLE_SHARE = 0.8
"""Share of the title's characters that occur in the text for full credit."""
CHARACTERS_PER_DETAIL = 120
SHARE_WITHOUT_DETAILS = 0.3
"""The credit of a text without any marker: examples can be given in other words."""
MOST_SPANS = 3
"""The most occurrences that are reported for one character of the title."""


def is_off_title(text: str, title: str) -> bool:
    """Whether nothing of a title comes up in a text, both in simplified characters. So it is with 1 % of the project's 268 titled passages, and with 40 %
    of them under another's title.

    >>> is_off_title("我每天跑步。", "我最喜欢的菜"), is_off_title("我会做菜。", "我最喜欢的菜"), is_off_title("我每天跑步。", "")
    (True, False, False)
    """
    characters = title_characters_of(title)
    return bool(characters) and characters.isdisjoint(text)


def title_characters_of(title: str) -> set[str]:
    """The characters of a title that say what it is about."""
    return set(HAN.findall(title)) - IN_EVERY_TITLE


def content(composition: Composition) -> Iterator[ChecklistItem]:
    if title_characters := title_characters_of(composition.title):
        yield _title(composition, title_characters)
    yield _details(composition)
    if len(composition.sentences) >= MANY_SENTENCES:
        yield _repetition(composition)


def _title(composition: Composition, title_characters: set[str]) -> ChecklistItem:
    occurring = [
        character
        for character in HAN.findall(composition.title)
        if character in title_characters and character in composition.text
    ]
    share = min(1.0, len(set(occurring)) / len(title_characters) / TITLE_SHARE)
    spans = tuple(
        match.span()
        for character in sorted(set(occurring))
        for match in list(re.finditer(character, composition.text))[:MOST_SPANS]
    )
    return ChecklistItem(
        "content",
        "title",
        share,
        Bilingual(zh="扣题", en="On the title"),
        Bilingual(
            zh=f"题目里的字有 {len(set(occurring))}/{len(title_characters)} 个在文中出现",
            en=f"{len(set(occurring))} of {len(title_characters)} characters of the title come up",
        ),
        spans,
    )


def _details(composition: Composition) -> ChecklistItem:
    spans = tuple(match.span() for marker in EXAMPLES.split() for match in re.finditer(marker, composition.text))
    expected = max(1.0, composition.characters / CHARACTERS_PER_DETAIL)
    share = min(1.0, len(spans) / expected)
    return ChecklistItem(
        "content",
        "details",
        SHARE_WITHOUT_DETAILS + (1 - SHARE_WITHOUT_DETAILS) * share,
        Bilingual(zh="例子和理由", en="Examples and reasons"),
        Bilingual(zh=f"找到 {len(spans)} 处", en=f"{len(spans)} found"),
        tuple(sorted(spans)),
    )


def _repetition(composition: Composition) -> ChecklistItem:
    sentences = ["".join(HAN.findall(composition.text[slice(*span)])) for span in composition.sentences]
    seen: set[str] = set()
    repeated = []
    for sentence, span in zip(sentences, composition.sentences, strict=True):
        if sentence in seen:
            repeated.append(span)
        seen.add(sentence)
    share = 1 - len(repeated) / len(sentences)
    return ChecklistItem(
        "content",
        "repetition",
        share * share,
        Bilingual(zh="不重复", en="Repetition"),
        Bilingual(zh=f"{len(repeated)} 句是前面写过的", en=f"repeated sentences: {len(repeated)}")
        if repeated
        else Bilingual(zh="没有重复的句子", en="no sentence twice"),
        tuple(repeated),
        Bilingual(zh="删去重复的句子，写点新的。", en="Drop the repeated sentences and say something new.")
        if repeated
        else None,
    )
