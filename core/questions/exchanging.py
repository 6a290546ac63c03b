"""Another item in the place of one that gives a second one away, or is given away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from core.questions.bank import ItemBank
from core.questions.draw import draw, subtype_of
from core.questions.giveaways import Batch
from core.questions.organisation_bank import OrganisationBank
from core.records.items import Item
from core.wire import QUESTION_TYPES, QuestionType


def other_item(item: Item, beside: Sequence[Item], *, bank: ItemBank | OrganisationBank, rng: Random) -> Item | None:
    """An item of the same skill and level that goes with all of `beside`: about the same point, of the same kind, of the same type, the likest
    first. None where there is none."""
    for types, points, tags in _wanted(item):
        drawn = draw(
            [bank.piles(kind, item.topic, item.level) for kind in types],
            levels=(item.standard_level, item.standard_level),
            points=points,
            tags=tags,
            apart_from={item.similar},
            beside=beside,
            count=1,
            seen=bank.retired.union([item.id], (each.id for each in beside)),
            rng=rng,
        )
        # Where nothing goes with the others, a draw gives something all the same.
        if drawn and Batch(beside).takes(drawn[0]):
            return drawn[0]
    return None


def _wanted(item: Item) -> Iterator[tuple[Sequence[QuestionType], Sequence[str], Sequence[str]]]:
    """Types, points and tags to look for."""
    tags = [tag for tag in [subtype_of(item.tags)] if tag]
    if item.topic == "grammar" and item.points:
        point = item.points[:1]
        yield [item.type], point, tags
        yield QUESTION_TYPES, point, ()
    yield [item.type], (), tags
    yield [item.type], (), ()
    yield QUESTION_TYPES, (), ()
