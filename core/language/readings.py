"""Words with their pinyin, and the contexts in which the same word is read otherwise (长 cháng, 长得 zhǎng de)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

LEVEL_COST = 0.15
"""Cost of a level, so that the easier of two words wins. 0.15 keeps every listed word of two
characters below two easy words (1 + 6 * 0.15 < 2); at 0.55, the first choice, words of level 3 and above were split."""
LESS_LIKELY_COST = 2.4
LESS_LIKELY_THAN_PARTS = frozenset(
    {
        "个人", "的话", "把手", "就是", "有的是", "完了", "年前", "日前", "日常", "得了", "上流", "不值", "开放", "一行", "半场", "要不",
        "那是", "一头", "一身", "一手", "后人", "来人", "都会", "人才", "只得", "更是", "好在", "叫好", "就地", "就读",
        "跟上", "要点", "没用", "起跑",
    }
)  # fmt: skip
"""Words that are rarer than the two words that are written alike: 两|个人, 这|就是, 开|放."""
PHRASE_COST = 0.5
UNLISTED_COST = 2.0
EXTRA_LEVEL = 3
"""Words of the table of polyphones that the word list does not have are as cheap as those of level 3."""
CONTEXT_CHARACTERS = 12
"""How far back a context looks."""


@dataclass(frozen=True)
class Context:
    """A context in which a word is read as `pinyin`: patterns that end before it and begin after it, '' for anywhere.

    A pattern `/N` or `/N|V` asks instead for the part of speech of the neighbouring word, `/=N` for one that has no other.
    """

    pinyin: str
    before: str = ""
    after: str = ""

    def holds(self, left: str, right: str, neighbours: tuple[frozenset[str], frozenset[str]]) -> bool:
        """Whether the context fits the text left and right of a word, and the parts of speech of its neighbours."""
        return _fits(self.before, left, neighbours[0], at_end=True) and _fits(
            self.after, right, neighbours[1], at_end=False
        )


@dataclass(frozen=True)
class Reading:
    """Pinyin of a word or phrase, its cost when a text is segmented into words, its parts of speech."""

    pinyin: str
    cost: float
    parts_of_speech: frozenset[str] = frozenset()
    contexts: tuple[Context, ...] = ()


def word_reading(pinyin: str, level: int, pos: Sequence[str] = (), *, word: str = "") -> Reading:
    """The reading of a listed word; easier words cost less. Level 0 is a name."""
    cost = LESS_LIKELY_COST if word in LESS_LIKELY_THAN_PARTS else 1 + LEVEL_COST * max(0, level - 1)
    return Reading(pinyin, cost, frozenset(pos))


def phrase_reading(pinyin: str) -> Reading:
    """The reading of a phrase that overrides its words."""
    return Reading(pinyin, PHRASE_COST)


def with_contexts(reading: Reading | None, word: str, contexts: Sequence[Context]) -> Reading:
    """A listed reading (None for a word that is not listed) with the contexts of the table; a context without patterns is the usual reading.

    An unlisted word costs as much as one of level `EXTRA_LEVEL`; an unlisted character costs as any other, and may have no usual
    reading ('').
    """
    usual = next((context.pinyin for context in contexts if not context.before and not context.after), "")
    special = tuple(context for context in contexts if context.before or context.after)
    if reading is None:
        cost = UNLISTED_COST if len(word) == 1 else word_reading("", EXTRA_LEVEL).cost
        reading = Reading(usual, cost)
    return replace(reading, pinyin=usual or reading.pinyin, contexts=special)


def reading_in_context(
    reading: Reading, text: str, span: tuple[int, int], neighbours: tuple[frozenset[str], frozenset[str]]
) -> str | None:
    """Pinyin of the first context that fits at the span; None when none does."""
    if not reading.contexts:
        return None
    left, right = text[max(0, span[0] - CONTEXT_CHARACTERS) : span[0]], text[span[1] : span[1] + CONTEXT_CHARACTERS]
    return next((context.pinyin for context in reading.contexts if context.holds(left, right, neighbours)), None)


def parts_of_speech(word: str, readings: Mapping[str, Reading]) -> frozenset[str]:
    """Parts of speech of a word, none when it is not listed."""
    return readings[word].parts_of_speech if word in readings else frozenset()


def _fits(pattern: str, text: str, pos: frozenset[str], *, at_end: bool) -> bool:
    if not pattern:
        return True
    if pattern.startswith("/"):
        wanted = frozenset(pattern.lstrip("/=").split("|"))
        return bool(pos) and pos <= wanted if pattern[1] == "=" else bool(pos & wanted)
    return (_pattern_at_end(pattern).search(text) if at_end else _pattern_at_start(pattern).match(text)) is not None


@cache
def _pattern_at_end(pattern: str) -> re.Pattern[str]:
    return re.compile(f"(?:{pattern})$")


@cache
def _pattern_at_start(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
