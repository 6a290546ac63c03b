"""The vocabulary that an essay shows: the counts on which its score rests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.language.levels import HAN

LISTED = range(1, 8)
"""The levels of the standard's words; names and unlisted words do not count as vocabulary."""
SHORTEST_WORD = 2
"""In characters. Words of one character do not count: a wrong character breaks a word into single characters, which would count as two new words."""


@dataclass(frozen=True)
class Richness:
    """Counts over a text: its vocabulary."""

    characters: int
    """Chinese characters."""
    distinct_characters: int
    distinct_words: int
    """Words of the standard's list with two characters or more."""


def richness(text: str, words: Iterable[tuple[str, int]]) -> Richness:
    """Counts over a text in simplified characters; `words` are its words with their levels.

    >>> richness("我学习中文，也学习英文。", [("学习", 1), ("中文", 1), ("学习", 1), ("英文", 2)])
    Richness(characters=10, distinct_characters=7, distinct_words=3)
    """
    characters = HAN.findall(text)
    distinct_words = {word for word, level in words if level in LISTED and len(word) >= SHORTEST_WORD}
    return Richness(len(characters), len(set(characters)), len(distinct_words))
