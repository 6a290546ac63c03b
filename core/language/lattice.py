"""Segmentation of a text for reading aloud: the cheapest path through the lattice of all words in it."""

from __future__ import annotations

from collections.abc import Mapping

from core.language.readings import UNLISTED_COST, Reading

DOUBLED_VERBS = frozenset(
    "看说听想试问走坐等找吃喝读写学玩猜聊谈用做讲尝管改笑动擦洗打爬教查帮逛跑跳唱摸闻踢练歇躺站晒晾扫拍捏敲推拉数量挑选比算翻转开关换穿戴"
    "补修聚见认记背念劝夸骂催摇挥抱亲哄陪瞧望瞅品评逗遛弹刷切剪"
)
"""One-syllable verbs whose second half is read without tone when doubled (看看 kànkan)."""
DOUBLED_COST = 1.2
ERHUA_COST = 0.6
"""Dearer than the word itself and cheaper than the word and an unlisted 儿: 花儿 is one word, but 小|儿子 and 女|儿 are not."""
LONGEST_WORD = 8
NO_ERHUA = frozenset("女婴幼孤胎男健少生育宠小产我你您他她它谁的了一二两三四五六七八九十大子和有是在个混")
"""After these 儿 is a child or a word of its own and keeps its syllable."""


def word_lengths(text: str, readings: Mapping[str, Reading]) -> list[int]:
    """Lengths of the words of the cheapest path; of equal paths the one with the longer words later (十|分钟, not 十分|钟)."""
    cheapest = [0.0] * (len(text) + 1)
    chosen = [1] * len(text)
    for start in range(len(text) - 1, -1, -1):
        costs = {
            length: cost + cheapest[start + length]
            for length in range(1, min(LONGEST_WORD, len(text) - start) + 1)
            if (cost := _cost(text[start : start + length], readings)) is not None
        }
        chosen[start] = min(costs, key=lambda length: (round(costs[length], 6), length))
        cheapest[start] = costs[chosen[start]]
    lengths, start = [], 0
    while start < len(text):
        lengths.append(chosen[start])
        start += chosen[start]
    return lengths


def is_doubled(word: str) -> bool:
    """A verb said twice, as a word that no list has (看看)."""
    return len(word) == 2 and word[0] == word[1] and word[0] in DOUBLED_VERBS


def is_erhua(word: str, readings: Mapping[str, Reading]) -> bool:
    """A word with 儿 that no list has (门口儿)."""
    return len(word) > 1 and word[-1] == "儿" and word[-2] not in NO_ERHUA and (len(word) == 2 or word[:-1] in readings)


def _cost(word: str, readings: Mapping[str, Reading]) -> float | None:
    if word in readings:
        return readings[word].cost
    if is_doubled(word):
        return DOUBLED_COST
    if is_erhua(word, readings) and "\u3400" <= word[0] <= "\u9fff":
        return (_cost(word[:-1], readings) or UNLISTED_COST) + ERHUA_COST
    return UNLISTED_COST if len(word) == 1 else None
