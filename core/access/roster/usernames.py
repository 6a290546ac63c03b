"""User names for people who have none: the family name in pinyin and the initials of the given name, `wangxm`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection

SURNAMES = {
    "曾": "zeng", "单": "shan", "解": "xie", "仇": "qiu", "查": "zha", "区": "ou", "朴": "piao", "任": "ren", "华": "hua", "盖": "ge",
    "洗": "xian", "冼": "xian", "乐": "yue", "员": "yun", "尹": "yin", "翟": "zhai", "宿": "su", "缪": "miao", "覃": "qin", "种": "chong",
    "尉迟": "yuchi", "万俟": "moqi", "长孙": "zhangsun", "欧阳": "ouyang", "司马": "sima", "上官": "shangguan", "诸葛": "zhuge",
    "夏侯": "xiahou", "东方": "dongfang", "皇甫": "huangfu", "公孙": "gongsun", "慕容": "murong", "令狐": "linghu", "司徒": "situ",
    "宇文": "yuwen", "端木": "duanmu", "独孤": "dugu", "南宫": "nangong", "轩辕": "xuanyuan", "司空": "sikong",
}  # fmt: skip
"""Family names that are read otherwise than the character alone (《现代汉语词典》), and those of two characters."""
LONGEST = 24
FALLBACK = "student"
LETTERS = re.compile("[^a-z0-9]+")


def username_base(name: str, syllables: Callable[[str], list[str]]) -> str:
    """The user name of a person before it is made unique; `syllables` gives one syllable with tone mark for each character.

    >>> reader = lambda text: [{"王": "wáng", "小": "xiǎo", "明": "míng"}.get(each, "") for each in text]
    >>> username_base("王小明", reader), username_base("曾小明", reader), username_base("Anna Müller", reader)
    ('wangxm', 'zengxm', 'annam')
    """
    folded = name.replace("·", " ").strip()
    if not any(character >= "\u3400" for character in folded):
        first, *others = [_letters(part) for part in folded.split()] or [""]
        return (first + "".join(part[:1] for part in others))[:LONGEST] or FALLBACK
    family = next((each for each in (folded[:2], folded[:1]) if each in SURNAMES), folded[:1])
    given = folded[len(family) :].replace(" ", "")
    read = SURNAMES.get(family) or _letters("".join(syllables(family)))
    initials = "".join(
        _letters(each or character)[:1] for each, character in zip(syllables(given), given, strict=False)
    )
    return (read + initials)[:LONGEST] or FALLBACK


def _letters(text: str) -> str:
    """Letters and digits of a text without their marks; ü is v, as people type it."""
    marked = text.casefold().replace("ü", "v").translate(str.maketrans("ǖǘǚǜ", "vvvv"))
    return LETTERS.sub("", unicodedata.normalize("NFKD", marked))


def unique(base: str, taken: Collection[str]) -> str:
    """The name, with a counter from 2 on where it is taken (in lower case).

    >>> unique("wangxm", {"wangxm", "wangxm2"})
    'wangxm3'
    """
    if base.casefold() not in taken:
        return base
    count = 2
    while f"{base}{count}".casefold() in taken:
        count += 1
    return f"{base}{count}"
