"""Which leaves an answer feeds, as a table with reasons: own data fill the portrait without any call of `behaviors`.

What is read aloud feeds its leaves by itself (`core.speech.evidence`). Leaves that are in neither have no data of their own yet:
writing comes with essays, class and community from callers. D36, D30 and D01 (levels) come from the placement: the level of the items that somebody answers is
the level that somebody chose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Protocol

from core.tables.content.collected import Content
from core.wire import Topic

Material = Literal["word", "sentence", "exchange", "passage", "dialogue", "monologue"]
Measure = Literal["outcome", "items", "minutes"]

LONGEST_MINUTES = 10.0
"""Time on one item that counts as practice: a card left open overnight is not."""


@dataclass(frozen=True)
class Feed:
    """One line of the table: answers of this topic, material and (when named) kind of item feed this leaf."""

    leaf_id: str
    measure: Measure
    topic: Topic
    material: frozenset[Material] | None
    tag: str | None
    reason: str

    def takes(self, topic: Topic, material: Material, tags: Sequence[str]) -> bool:
        """Whether an answer on such an item is an observation of the leaf."""
        return (
            topic == self.topic
            and (self.material is None or material in self.material)
            and (self.tag is None or self.tag in tags)
        )


def _feed(
    leaf_id: str, measure: Measure, topic: Topic, reason: str, *material: Material, tag: str | None = None
) -> Feed:
    return Feed(leaf_id, measure, topic, frozenset(material) or None, tag, reason)


FEEDS: tuple[Feed, ...] = (
    _feed("D05", "outcome", "listening", "words and single lines that are heard", "word", "sentence", "exchange"),
    _feed("D06", "outcome", "listening", "two people talk", "dialogue"),
    _feed("D07", "outcome", "listening", "one person tells something", "monologue"),
    _feed("D08", "minutes", "listening", "time on listening items"),
    _feed("D09", "items", "listening", "listening items answered"),
    _feed("D33", "outcome", "vocabulary", "how a word in characters is read", "word", tag="pinyin"),
    _feed("D34", "outcome", "vocabulary", "the words asked are a sample of the words to know"),
    _feed("D37", "outcome", "reading", "single lines and short exchanges", "sentence", "exchange"),
    _feed("D38", "outcome", "reading", "whole texts", "passage"),
    _feed("D39", "minutes", "reading", "time on reading items"),
    _feed("D40", "items", "reading", "each answer on a text means that it was read", "passage"),
)
MAP_LEAF = "D35"
"""Grammar points mastered: from the learner's map, met among touched."""
DAYS_LEAF = "D70"
"""Active days: from the days of all answers."""
SPOKEN_LEAVES = ("D18", "D19", "D20", "D21", "D22", "D25", "D26", "D29")
"""Fed by scored readings, whose evidence names the leaf."""
FED: frozenset[str] = frozenset({feed.leaf_id for feed in FEEDS} | {MAP_LEAF, DAYS_LEAF, *SPOKEN_LEAVES})
CONTESTABLE: tuple[str, ...] = (
    *(feed.leaf_id for feed in FEEDS if feed.measure == "outcome"),
    MAP_LEAF,
)
"""Leaves that three items can test: what they measure is right or wrong answers."""


class Materials:
    """What items are made of, by the id of their source; `monologue` is a dialogue with one speaker."""

    def __init__(self, content: Callable[[], Content]) -> None:
        self._content = content

    @cached_property
    def _monologues(self) -> frozenset[str]:
        return frozenset(row.id for row in self._content().dialogues if len({turn.speaker for turn in row.turns}) == 1)

    def of(self, source: str) -> Material:
        """Sets are named by their parts joined with +; the first tells what they are made of."""
        first = source.partition("+")[0]
        if first in self._monologues:
            return "monologue"
        return MATERIAL_OF_LETTER.get(first[:1], "word")


MATERIAL_OF_LETTER: Mapping[str, Material] = {
    "s": "sentence",
    "m": "sentence",
    "x": "exchange",
    "g": "exchange",
    "p": "passage",
    "d": "dialogue",
}
"""Ids of content begin with a small letter, those of words with L."""


class Asking(Protocol):
    """What tells which leaves an exercise feeds: an item, or what it will be made from."""

    @property
    def source(self) -> str: ...
    @property
    def topic(self) -> Topic: ...
    @property
    def tags(self) -> Sequence[str]: ...


def fed_by(item: Asking, materials: Materials) -> tuple[Feed, ...]:
    """The lines of the table that an answer on the item falls under."""
    material = materials.of(item.source)
    return tuple(feed for feed in FEEDS if feed.takes(item.topic, material, item.tags))
