"""The vocabulary that an essay shows: the counts on which its score rests.

Connectives are in none of these counts but their own: they can be put in front of any sentence, so that they show neither length nor vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from core.essays.discourse.connectives import CONNECTIVES
from core.essays.segmentation import CLAUSE
from core.language.levels import HAN

LISTED = range(1, 8)
"""The levels of the standard's words; names and unlisted words do not count as vocabulary."""
SHORTEST_WORD = 2
"""In characters. Words of one character do not count: a wrong character breaks a word into single characters, which would count as two new words."""

DOUBLED = re.compile(r"(.)\1+")


@dataclass(frozen=True)
class Richness:
    """Counts over a text."""

    characters: int
    """Chinese characters outside connectives. The same one several times running counts once unless a listed word is written so (爸爸): to double a
    character makes no text longer."""
    distinct_characters: int
    distinct_words: int
    """Words of the standard's list with two characters or more, connectives left out."""
    connectives: int = 0
    clauses: int = 1


def richness(text: str, words: Iterable[tuple[str, int]]) -> Richness:
    """Counts over a text in simplified characters; `words` are its words with their levels.

    >>> richness("因为我学习中文，也学习英文。", [("因为", 2), ("学习", 1), ("中文", 1), ("学习", 1), ("英文", 2)])
    Richness(characters=10, distinct_characters=7, distinct_words=3, connectives=1, clauses=2)
    """
    words = list(words)
    connectives = [word for word, _ in words if word in CONNECTIVES]
    for word in set(connectives):
        text = text.replace(word, "")
    characters = HAN.findall(DOUBLED.sub(r"\1", text))
    doubled = sum(len(match[0]) - 1 for word, level in words if level in LISTED for match in DOUBLED.finditer(word))
    distinct_words = {
        word for word, level in words if level in LISTED and len(word) >= SHORTEST_WORD and word not in CONNECTIVES
    }
    clauses = sum(1 for match in CLAUSE.finditer(text) if HAN.search(match[0]))
    return Richness(
        len(characters) + doubled, len(set(characters)), len(distinct_words), len(connectives), max(1, clauses)
    )
