"""Which words of a text lie inside a level of a word list.

A token of the segmenter that is itself on the list has the list's level. Any other token is split into
list words, names and numerals so that its highest level is as low as possible (不好 = 不 + 好); what
cannot be split that way is unknown. Pure: the word list comes in as a mapping.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.language.caching import bounded_cache

HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
UNKNOWN = 99
"""The level given to a word that no list holds: above every band."""


@dataclass(frozen=True)
class LevelledToken:
    """One token with the level of its hardest part; `parts` has more than one item when it was split."""

    text: str
    level: int
    parts: tuple[str, ...]


class LevelList:
    """Word forms with their lowest level (1-7, 7 = the band 7-9); names and numerals count as level 0.

    Parameters
    ----------
    levels : mapping of word form to level
    names : proper nouns, which a learner need not know
    """

    def __init__(self, levels: Mapping[str, int], names: Iterable[str] = ()) -> None:
        self._levels = {**dict.fromkeys("零〇一二两三四五六七八九十百千万亿点第", 0), **levels}
        for name in names:
            self._levels.setdefault(name, 0)
        self._longest = max(map(len, self._levels), default=1)
        self._split = bounded_cache(20_000)(self._easiest_split)

    def holds(self, word: str) -> bool:
        """Whether the list has the word as it stands."""
        return word in self._levels

    def level(self, token: str) -> LevelledToken:
        """The token with its level; `UNKNOWN` when no split into known words exists."""
        listed = self._levels.get(token)
        if listed is not None:
            return LevelledToken(token, listed, (token,))
        return LevelledToken(token, *self._split(token))

    def _easiest_split(self, token: str) -> tuple[int, tuple[str, ...]]:
        """Dynamic programme over split points: lowest maximum level, then fewest parts."""
        best: list[tuple[int, int, tuple[str, ...]] | None] = [(0, 0, ())] + [None] * len(token)
        for end in range(1, len(token) + 1):
            for start in range(max(0, end - self._longest), end):
                head, level = best[start], self._levels.get(token[start:end])
                if head is None or level is None:
                    continue
                candidate = (max(head[0], level), head[1] + 1, (*head[2], token[start:end]))
                current = best[end]
                if current is None or candidate[:2] < current[:2]:
                    best[end] = candidate
        last = best[-1]
        return (UNKNOWN, (token,)) if last is None else (last[0], last[2])

    def beyond(self, tokens: Sequence[str], *, level: int) -> list[LevelledToken]:
        """The tokens that hold Chinese characters and lie above `level`, in order."""
        levelled = (self.level(token) for token in tokens if HAN.search(token))
        return [token for token in levelled if token.level > level]
