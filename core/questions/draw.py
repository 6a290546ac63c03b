"""Drawing items for a request: filtered, none twice, none alike, none that the student saw lately.

A draw touches only as many items as it needs: piles are shuffled as they are dealt from, never as a whole.
"""

from __future__ import annotations

import random
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from core.records import Item
from core.wire import BANDS, BandLevel

Piles = tuple[tuple[Item, ...], ...]
"""The items of a cell by kind of item."""

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


def piles(items: Iterable[Item]) -> Piles:
    """The items of a cell by kind of item, each pile in the order of the cell."""
    found: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        found[_subtype(item)].append(item)
    return tuple(tuple(found[name]) for name in sorted(found))


def _subtype(item: Item) -> str:
    return next((tag for tag in item.tags if tag in SUBTYPES), "")


def draw(
    cells: Iterable[Piles],
    *,
    level: BandLevel,
    tags: Collection[str],
    points: Collection[str] = (),
    count: int,
    seen: Collection[str],
    chance: random.Random,
) -> list[Item]:
    """Up to `count` items, the cells in turn, at random inside a cell.

    With `points` only items whose first point is one of them: what the item is about, not what else stands in it.
    At most one item of each `similar` in the batch: the same sentence asked twice is a repetition to the student, even
    when the ids differ. Fewer come back when there are no more; never a repetition.
    """
    lowest, highest = BANDS[level]
    wanted, about = set(tags), set(points)
    seen = set(seen)

    def fits(item: Item) -> bool:
        return (
            lowest <= item.standard_level <= highest
            and item.id not in seen
            and (not wanted or not wanted.isdisjoint(item.tags))
            and (not about or not about.isdisjoint(item.points[:1]))
        )

    return _deal([_in_turns(cell, fits, chance) for cell in cells], count)


def _in_turns(cell: Piles, fits: Callable[[Item], bool], chance: random.Random) -> Iterator[Item]:
    """The items that fit, at random; the kinds of item take turns, so that the plentiful does not crowd out."""
    turns = deque(filter(fits, _shuffled(pile, chance)) for pile in chance.sample(cell, len(cell)))
    while turns:
        pile = turns.popleft()
        item = next(pile, None)
        if item is not None:
            turns.append(pile)
            yield item


def _shuffled(pile: Sequence[Item], chance: random.Random) -> Iterator[Item]:
    """The pile in random order (Fisher and Yates, one step an item taken)."""
    moved: dict[int, int] = {}
    for place in range(len(pile)):
        other = chance.randrange(place, len(pile))
        yield pile[moved.get(other, other)]
        moved[other] = moved.get(place, place)


def _deal(decks: list[Iterator[Item]], count: int) -> list[Item]:
    """Round the decks until `count` are dealt or all are spent."""
    dealt: list[Item] = []
    alike: set[str] = set()
    while decks and len(dealt) < count:
        for deck in list(decks):
            if len(dealt) == count:
                break
            item = next((item for item in deck if item.similar not in alike), None)
            if item is None:
                decks.remove(deck)
            else:
                alike.add(item.similar)
                dealt.append(item)
    return dealt
