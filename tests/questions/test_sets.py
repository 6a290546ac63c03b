"""Sets on a point for several students: nothing twice, nothing alike, at the point's level, nothing that any of them saw while there is other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from core.questions.sets import SetOrder, draw_set, seen_counts
from core.records.items import Item
from evaluation.questions.bank_items import shared_bank

POINT = "【二01】"


def order(count: int, **changed: object) -> SetOrder:
    """Of items on the point at its level and one above."""
    return SetOrder(points=[POINT], levels=(1, 3), count=count, **changed)  # type: ignore[arg-type]


def alike_hard(items: Sequence[Item]) -> dict[str, float]:
    """No item is harder than another."""
    return {item.id: 0.0 for item in items}


def test_a_set_holds_what_was_asked_once_and_no_sentence_twice() -> None:
    for seed in range(20):
        drawn = draw_set(order(5), bank=shared_bank(), seen={}, difficulty=alike_hard, rng=Random(seed))
        items = [each.item for each in drawn]
        assert len(items) == 5
        assert {item.points[0] for item in items} == {POINT}
        assert all(item.standard_level <= 3 for item in items)
        assert max(Counter(item.similar for item in items).values()) == 1
        assert max(Counter(item.id for item in items).values()) == 1
        assert len({item.type for item in items}) > 1, "the kinds take turns"


def test_what_any_student_saw_is_left_out_while_there_is_other() -> None:
    first = draw_set(order(2), bank=shared_bank(), seen={}, difficulty=alike_hard, rng=Random(1))
    seen = seen_counts({"s1": {first[0].item.id}, "s2": {first[0].item.id, first[1].item.id}})
    for seed in range(10):
        drawn = draw_set(order(2), bank=shared_bank(), seen=seen, difficulty=alike_hard, rng=Random(seed))
        assert [each.seen_by for each in drawn] == [0, 0]
        assert not {each.item.id for each in drawn} & set(seen)


def test_where_everything_was_seen_that_comes_which_the_fewest_saw() -> None:
    many = [
        draw_set(order(50), bank=shared_bank(), seen={}, difficulty=alike_hard, rng=Random(seed)) for seed in range(60)
    ]
    seen = {each.item.id: 4 for drawn in many for each in drawn}
    drawn = draw_set(order(3), bank=shared_bank(), seen=seen, difficulty=alike_hard, rng=Random(3))
    assert len(drawn) == 3
    assert all(each.seen_by > 0 for each in drawn)


def test_another_item_is_like_none_that_is_kept() -> None:
    drawn = draw_set(order(4), bank=shared_bank(), seen={}, difficulty=alike_hard, rng=Random(4))
    kept = [each.item for each in drawn[1:]]
    wanted = order(1, without={each.item.id for each in drawn}, kept=kept)
    (other,) = draw_set(wanted, bank=shared_bank(), seen={}, difficulty=alike_hard, rng=Random(5))
    assert other.item.id not in {each.item.id for each in drawn}
    assert other.item.similar not in {item.similar for item in kept}


def test_the_easiest_stands_first() -> None:
    def by_id(items: Sequence[Item]) -> dict[str, float]:
        return {item.id: float(int(item.id[-4:], 16)) for item in items}

    drawn = draw_set(order(5), bank=shared_bank(), seen={}, difficulty=by_id, rng=Random(6))
    places = [int(each.item.id[-4:], 16) for each in drawn]
    assert places == sorted(places)


@pytest.mark.parametrize("count", [0, 1])
def test_a_point_without_items_gives_an_empty_set(count: int) -> None:
    nothing = SetOrder(points=["【零00】"], levels=(1, 7), count=count)
    assert draw_set(nothing, bank=shared_bank(), seen={}, difficulty=alike_hard, rng=Random(7)) == []
