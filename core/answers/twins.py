"""The near twin of an item that was answered wrong: one more that tests the same thing with another text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from core.records.items import Item
from core.tables.content.texts import TextQuestion
from core.wire import QuestionType, Topic

TEXT_KINDS = (
    *get_args(TextQuestion),
    "cloze",
    "reply",
    "short_answer",
    "match",
    "replies",
    "order",
    "register",
    "sentence_dictation",
    "scale",
)
WORD_KINDS = ("meaning", "form", "pinyin", "dictation", "tones", "heard", "build")
"""Kinds of item that are made of the word list alone: there is no text in them that could come again."""
LEVELS = (1, 7)


@dataclass(frozen=True)
class TwinSought:
    """What a twin is to be like, as the arguments of a draw."""

    levels: tuple[int, int]
    types: tuple[QuestionType, ...] = ()
    topics: tuple[Topic, ...] = ()
    points: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    same_source: bool = False
    """Whether it may be made of the same entry of the word list."""


def sought(item: Item) -> Iterator[TwinSought]:
    """What to look for, the likest first.

    A grammar item: its point in the same way of answering, else in another. An item about one word: the word asked in the same way, else in another.
    An item about a text or about several words: the same kind at the same level, for its text is not to come again.
    """
    kind = tuple(tag for tag in item.tags if tag in (*TEXT_KINDS, *WORD_KINDS))[:1]
    level = (item.standard_level, item.standard_level)
    if item.topic == "grammar" and item.points:
        for types in ((item.type,), ()):
            yield TwinSought(LEVELS, types, ("grammar",), points=(item.points[0],))
        return
    if len(item.words) == 1 and "build" not in kind:
        same = bool(kind)
        word = (item.words[0],)
        if kind:
            yield TwinSought(LEVELS, (), (item.topic,), words=word, tags=kind, same_source=same)
        yield TwinSought(LEVELS, (item.type,), (item.topic,), words=word, same_source=same)
        yield TwinSought(LEVELS, (), ("vocabulary",), words=word, same_source=same)
    yield TwinSought(level, (item.type,), (item.topic,), tags=kind)
