"""What must not stand side by side in a paper or a round: an item that shows the answer of another one, or asks the same again.

Two items give each other away where

- they have a source in common (a sentence, a text, an exchange; of a set each of its sources), or the same full text;
- they are about the same word: each shows what the other asks of it;
- one shows a sentence of `LEAST_SHOWN` characters or more that the other asks for, or the key of a gap of the other with the `BESIDE_GAP`
  characters before and after it.

What an item shows is its question, both sides, its options and what is heard; punctuation, case and space make no difference.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from core.records.items import BLANK, Item, parts_of
from core.wire import Closed

Reason = Literal["source", "word", "answer"]

LEAST_SHOWN = 4
"""Characters from which what is shown counts as an answer: of shorter ones (你好, 对啊) a text is full."""
BESIDE_GAP = 2
"""Characters on either side of a gap by which its sentence is known again."""
SPEAKER = re.compile(r"^[AB男女]：", re.MULTILINE)
SENTENCE_END = re.compile(r"[。！？!?\n]+")
GAP, EDGE = "_", "|"
GAPS = re.compile(f"{GAP}+")
NOT_READ = re.compile(r"[^\w|]")


class Giveaway(Closed):
    """Two items that must not stand in one paper, the one that shows before the one that is shown where that is the reason."""

    first: str
    """Id."""
    second: str
    """Id."""
    reason: Reason


@dataclass(frozen=True, slots=True)
class Exposure:
    """What an item shows, and what it asks for."""

    sources: frozenset[str]
    words: frozenset[str]
    full_text: str
    shown: str
    asked: tuple[str, ...]
    """Texts that tell the answer wherever they stand."""

    def shows_answer_of(self, other: Exposure) -> bool:
        """Whether the other's answer can be read or heard here."""
        return any(text in self.shown for text in other.asked)

    def clash(self, other: Exposure) -> Reason | None:
        """Why the two must not stand side by side; None where they may."""
        if not self.sources.isdisjoint(other.sources) or (self.full_text and self.full_text == other.full_text):
            return "source"
        if not self.words.isdisjoint(other.words):
            return "word"
        return "answer" if self.shows_answer_of(other) or other.shows_answer_of(self) else None


def exposure(item: Item) -> Exposure:
    """What an item shows, and what it asks for."""
    full_text = _read(item.full_text)
    question, left = _read(item.question.zh), [_read(option.text) for option in item.left]
    heard = _read(item.audio.text or "") if item.audio is not None else ""
    return Exposure(
        sources=frozenset(parts_of(item.source)),
        words=frozenset(item.words),
        full_text=full_text if len(full_text) >= LEAST_SHOWN else "",
        shown=EDGE.join([question, *left, *(_read(option.text) for option in item.options), heard]),
        asked=tuple(
            text
            for text in (*_around_gaps(item, left), *_hidden_sentences(item, EDGE.join([question, *left])))
            if len(text) >= LEAST_SHOWN
        ),
    )


def giveaways(items: Sequence[Item]) -> list[Giveaway]:
    """All pairs of the items that must not stand side by side, in the order of the items."""
    exposures = [(item.id, exposure(item)) for item in items]
    found = []
    for (first_id, first), (second_id, second) in combinations(exposures, 2):
        reason = first.clash(second)
        if reason is not None:
            turned = reason == "answer" and not first.shows_answer_of(second)
            ids = (second_id, first_id) if turned else (first_id, second_id)
            found.append(Giveaway(first=ids[0], second=ids[1], reason=reason))
    return found


class Batch:
    """Items that stand side by side, none of which gives another one away."""

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._exposures = [exposure(item) for item in items]
        self.sources = {source for each in self._exposures for source in each.sources}
        """What its items were made from."""

    def takes(self, item: Item) -> bool:
        """Whether the item gives none of them away, nor is given away; then it joins them."""
        return self.takes_what_shows(exposure(item))

    def takes_what_shows(self, joining: Exposure) -> bool:
        """As `takes`, of an item whose exposure is known."""
        if any(joining.clash(each) is not None for each in self._exposures):
            return False
        self._exposures.append(joining)
        self.sources |= joining.sources
        return True


def apart(items: Iterable[Item], count: int) -> list[Item]:
    """Up to `count` of the items, the first ones that give one another away in nothing; others only where these are too few."""
    batch = Batch()
    goes: list[Item] = []
    rest: list[Item] = []
    for item in items:
        if len(goes) == count:
            break
        (goes if batch.takes(item) else rest).append(item)
    return [*goes, *rest[: count - len(goes)]]


# -- parts -----------------------------------------------------------------------------------------------------


def _read(text: str) -> str:
    """The text as it is compared: without who speaks, punctuation and space; `GAP` for a gap, `EDGE` between lines.

    >>> _read("A：你好吗？\\nB：我____好。")
    '你好吗|我_好'
    """
    lines = SPEAKER.sub("", text).replace("\n", EDGE)
    return NOT_READ.sub("", GAPS.sub(GAP, lines)).casefold()


def _around_gaps(item: Item, left: Collection[str]) -> list[str]:
    """The key of each gap between the characters beside it."""
    if item.answer_kind == "pairs":
        texts = {option.id: option.text for option in item.options}
        keys = (texts[pair.partition("-")[2]] for pair in item.key.split(","))
        return [_filled(text, _read(key)) for text, key in zip(left, keys, strict=True) if GAP in text]
    if BLANK not in item.stem or item.answer_kind == "order":
        return []
    key = next((option.text for option in item.options if option.id == item.key), item.key)
    return [_filled(_read(item.stem), _read(key))]


def _filled(text: str, key: str) -> str:
    before, _, after = text.partition(GAP)
    return before.rpartition(EDGE)[2][-BESIDE_GAP:] + key + after.partition(EDGE)[0][:BESIDE_GAP]


def _hidden_sentences(item: Item, visible: str) -> list[str]:
    """The sentences of its text that the item does not show itself; words alone are none."""
    sentences = map(_read, SENTENCE_END.split(item.full_text))
    return [text for text in sentences if text and text not in visible and text not in item.words]
