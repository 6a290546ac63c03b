"""A set of items on a point for several students: at the point's level, none twice, none alike, none that any of them saw lately.

Where too few are left that nobody saw, those come next that the fewest of them saw. The easiest stands first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from core.questions.bank import ItemBank
from core.questions.draw import draw
from core.questions.giveaways import Batch
from core.questions.organisation_bank import OrganisationBank
from core.records.items import Item
from core.wire import BANDS, Closed, QuestionType

KINDS: tuple[QuestionType, ...] = ("multiple_choice", "fill_blank", "ordering")
"""Items about one sentence. A matching holds four, of which most ask other points, and one may stand in the set already."""
ABOVE = 1
"""Levels of the words of an item above its point's, at most: the sentences of a point hardly ever need more."""


class SetItem(Closed):
    """An item of a set, and how many of the students saw it lately."""

    item: Item
    seen_by: int


@dataclass(frozen=True)
class SetOrder:
    """What a set is to hold."""

    points: Sequence[str]
    """Knowledge points, one of which each item is about."""
    levels: tuple[int, int]
    """Lowest and highest standard level, both included."""
    count: int
    without: Collection[str] = ()
    """Ids of items that are in the set already, or were turned down."""
    kept: Sequence[Item] = ()
    """Items that are in the set already: none of the same sentence comes again, nor one that gives one of them away."""


def seen_counts(shown: Mapping[str, Collection[str]]) -> Counter[str]:
    """How many students saw each item. `shown`: ids of items by student."""
    return Counter(item_id for items in shown.values() for item_id in items)


def draw_set(
    order: SetOrder,
    *,
    bank: ItemBank | OrganisationBank,
    seen: Mapping[str, int],
    difficulty: Callable[[Sequence[Item]], Mapping[str, float]],
    rng: Random,
) -> list[SetItem]:
    """Up to `order.count` items, the easiest first. `seen`: how many of the students saw an item lately, by id."""
    chosen = _drawn(order, bank, {*order.without, *seen}, order.kept, order.count, rng)
    if len(chosen) < order.count:
        chosen += _seen_by_fewest(order, bank, seen, chosen, rng)
    hard = difficulty(chosen)
    ordered = sorted(chosen, key=lambda item: (hard.get(item.id, 0.0), item.id))
    return [SetItem(item=item, seen_by=seen.get(item.id, 0)) for item in ordered]


def _seen_by_fewest(
    order: SetOrder, bank: ItemBank | OrganisationBank, seen: Mapping[str, int], chosen: Sequence[Item], rng: Random
) -> list[Item]:
    """Items that some saw, to fill the set; those of the fewest first."""
    beside = [*order.kept, *chosen]
    every = _drawn(order, bank, {*order.without, *(item.id for item in chosen)}, beside, MOST_LOOKED_AT, rng)
    fewest_first = sorted(every, key=lambda item: seen.get(item.id, 0))
    batch = Batch(beside)
    # What gives another item away comes last, where the set would be smaller without it.
    return sorted(fewest_first, key=lambda item: not batch.takes(item))[: order.count - len(chosen)]


MOST_LOOKED_AT = 60
"""Items that are compared for those which the fewest saw: more than any point has sentences."""


def _drawn(
    order: SetOrder,
    bank: ItemBank | OrganisationBank,
    seen: Collection[str],
    beside: Sequence[Item],
    count: int,
    rng: Random,
) -> list[Item]:
    """Items at random, the kinds in turn."""
    lowest, highest = order.levels
    bands = [band for band, (low, high) in BANDS.items() if low <= highest and lowest <= high]
    cells = [(kind, band) for kind in KINDS for band in bands]
    rng.shuffle(cells)
    return draw(
        [bank.piles(kind, "grammar", band) for kind, band in cells],
        levels=order.levels,
        tags=(),
        points=order.points,
        apart_from={item.similar for item in beside},
        beside=beside,
        count=count,
        seen=bank.retired.union(seen),
        rng=rng,
    )
