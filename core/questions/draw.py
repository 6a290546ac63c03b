"""Drawing items for a request: filtered, none twice, none alike, none that the student saw lately."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import cycle

from core.records import Item
from core.wire import BANDS, BandLevel


def draw(
    cells: Iterable[Sequence[Item]],
    *,
    level: BandLevel,
    tags: Collection[str],
    count: int,
    seen: Collection[str],
    chance: random.Random,
) -> list[Item]:
    """Up to `count` items, the cells in turn, at random inside a cell.

    At most one item of each `similar` in the batch: the same sentence asked twice is a repetition to the student, even
    when the ids differ. Fewer come back when there are no more; never a repetition.
    """
    lowest, highest = BANDS[level]
    wanted = set(tags)
    seen = set(seen)
    decks = []
    for items in cells:
        deck = [
            item
            for item in items
            if item.id not in seen
            and lowest <= item.standard_level <= highest
            and (not wanted or not wanted.isdisjoint(item.tags))
        ]
        if deck:
            decks.append(_by_subtype(deck, chance))
    return _deal(decks, count)


def _by_subtype(deck: list[Item], chance: random.Random) -> list[Item]:
    """A random order in which the kinds of item inside the cell take turns, so that the plentiful does not crowd out."""
    piles: dict[str, list[Item]] = defaultdict(list)
    for item in chance.sample(deck, len(deck)):
        piles[_subtype(item)].append(item)
    order = sorted(piles)
    chance.shuffle(order)
    ordered: list[Item] = []
    for name in cycle(order):
        if piles[name]:
            ordered.append(piles[name].pop())
        if len(ordered) == len(deck):
            break
    return ordered


def _subtype(item: Item) -> str:
    return next((tag for tag in item.tags if tag in SUBTYPES), "")


SUBTYPES = frozenset(
    [
        "gap",
        "typed",
        "sentence",
        "words_to_sentences",
        "meaning",
        "form",
        "pinyin",
        "dictation",
        "heard",
        "build",
        "detail",
        "inference",
        "main_idea",
        "cloze",
        "reply",
        "short_answer",
        "match",
        "replies",
        "order",
    ]
)
"""Tags that say what kind of item it is."""


def _deal(decks: list[list[Item]], count: int) -> list[Item]:
    """Round the decks until `count` are dealt or all are spent."""
    dealt: list[Item] = []
    alike: set[str] = set()
    piles = [iter(deck) for deck in decks]
    while piles and len(dealt) < count:
        for pile in list(piles):
            item = next((item for item in pile if item.similar not in alike), None)
            if item is None:
                piles.remove(pile)
            elif len(dealt) < count:
                alike.add(item.similar)
                dealt.append(item)
    return dealt
