"""Which items test a contested value."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from core.errors import BadRequest
from core.portrait.contests.contest import Kind
from core.portrait.feeds import CONTESTABLE, FEEDS, MAP_LEAF, Materials, fed_by
from core.portrait.wire import IndicatorNode
from core.records.answers import AnswerRow
from core.records.items import Item
from core.wire import Bilingual, Topic

RECENT = timedelta(days=90)
"""Answers that tell at which levels a student works."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An exercise that could be given, with how to make it; None where it turns out not to hold."""

    source: str
    topic: Topic
    tags: Sequence[str]
    points: Sequence[str]
    standard_level: int
    similar: str
    """At most one offer with this value is taken."""
    make: Callable[[], Item | None]


OffersOf = Callable[[Topic, int], Iterable[Offer]]
"""What could be given for a skill, up to about a standard level."""


def topic_of(kind: Kind, target: str) -> Topic:
    """The skill whose items test the target. Raises `BadRequest` for a leaf that no items can test."""
    if kind == "point" or target == MAP_LEAF:
        return "grammar"
    if target not in CONTESTABLE:
        raise BadRequest(
            f"Indicator {target} does not rest on answers, so no items can test it.",
            remedy=Bilingual(
                zh="这项由学校或应用上报；如有出入，请告诉老师。",
                en="It is reported by the school or an application; tell your teacher if it is wrong.",
            ),
        )
    return next(feed.topic for feed in FEEDS if feed.leaf_id == target and feed.measure == "outcome")


def items_on(
    kind: Kind,
    target: str,
    offers_of: OffersOf,
    *,
    materials: Materials,
    answered: Sequence[AnswerRow],
    seen: Collection[str],
    count: int,
    seed: str,
) -> list[Item]:
    """Up to `count` items on the target, none seen lately, no two alike; of a leaf, at the levels that the student
    works at: three items above them would prove nothing."""
    topic = topic_of(kind, target)
    highest = max((row.standard_level for row in answered if row.topic == topic), default=1)
    fitting = [offer for offer in offers_of(topic, highest) if _tests(kind, target, offer, materials, highest)]
    rng = random.Random(seed)
    rng.shuffle(fitting)
    chosen: dict[str, Item] = {}
    for offer in fitting:
        if len(chosen) == count:
            break
        item = None if offer.similar in chosen else offer.make()
        if item is not None and item.id not in seen:
            chosen[offer.similar] = item
    return list(chosen.values())


def _tests(kind: Kind, target: str, offer: Offer, materials: Materials, highest: int) -> bool:
    if kind == "point":
        return target in offer.points
    if offer.standard_level > highest:
        return False
    if target == MAP_LEAF:
        return True
    return any(feed.leaf_id == target and feed.measure == "outcome" for feed in fed_by(offer, materials))


def leaf_value(nodes: Iterable[IndicatorNode], leaf_id: str) -> float | None:
    """The value of a leaf somewhere below."""
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if node.id == leaf_id:
            return node.value
        waiting += node.children
    return None
