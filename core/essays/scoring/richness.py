"""What an essay shows of a vocabulary: the measures that its score rests on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.language.levels import HAN

LISTED = range(1, 8)
"""Levels of the standard's words; names and words that no list holds show no vocabulary."""
SHORTEST_WORD = 2
"""Characters. Single ones are left out: a wrong character breaks a word into single ones and would count as two new words."""


@dataclass(frozen=True)
class Richness:
    """Counts over a text."""

    characters: int
    """Chinese characters."""
    distinct_characters: int
    distinct_words: int
    """Of the standard's list, of two characters and more."""


def richness(text: str, words: Iterable[tuple[str, int]]) -> Richness:
    """Counts over a text in simplified characters; `words` are its words with their levels.

    >>> richness("我学习中文，也学习英文。", [("学习", 1), ("中文", 1), ("学习", 1), ("英文", 2)])
    Richness(characters=10, distinct_characters=7, distinct_words=3)
    """
    characters = HAN.findall(text)
    known = {word for word, level in words if level in LISTED and len(word) >= SHORTEST_WORD}
    return Richness(len(characters), len(set(characters)), len(known))
