"""Practice by grammar point: only items about the points that were asked for."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from core.answers.wire import StartPractice
from core.api.core import Core
from core.records.access import PERMISSIONS, Caller
from core.records.items import Item
from core.wire import TOPICS, Topic
from core.wiring import in_memory_core

CALLER = Caller("org", frozenset(PERMISSIONS), "zh")


@pytest.fixture(scope="module")
def core() -> Core:
    return in_memory_core()


def drawn(core: Core, *points: str, student_id: str = "s1", topics: list[Topic] | None = None) -> list[Item]:
    """The items of a session over these points."""
    request = StartPractice(student_id=student_id, points=list(points), topics=topics or ["grammar"], count=20)
    return [card.item for card in core.practice.start(request, CALLER).cards]


@pytest.mark.exhaustive
def test_every_point_with_items_can_be_practised_and_only_it_is_asked(core: Core) -> None:
    points = sorted(core.bank.points_with_items())
    assert len(points) > 100
    for place, point in enumerate(points):
        items = drawn(core, point, student_id=f"pupil-{place}")
        assert items, point
        assert {item.points[0] for item in items} == {point}


def test_a_session_over_two_points_has_both_and_no_third(core: Core) -> None:
    items = drawn(core, "【一38】", "【三54】", student_id="two")
    assert {item.points[0] for item in items} == {"【一38】", "【三54】"}


def test_items_in_which_the_point_only_also_stands_are_left_out(core: Core) -> None:
    for topic in TOPICS:
        items = drawn(core, "【一22】", student_id=f"topic-{topic}", topics=[topic])
        assert all(item.points[0] == "【一22】" for item in items)


def test_a_point_without_items_gives_an_empty_session_and_never_another_point(core: Core) -> None:
    without = next(row.id for row in core.tables.points.rows if row.id not in core.bank.points_with_items())
    assert drawn(core, without, student_id="none") == []


def test_without_points_any_item_is_drawn(core: Core) -> None:
    assert len({item.points[0] for item in drawn(core, student_id="any")}) > 1


def test_the_points_of_a_session_come_back_with_it_and_unread_ones_are_not_repeated(core: Core) -> None:
    first = {item.id for item in drawn(core, "【一38】", student_id="again")}
    second = {item.id for item in drawn(core, "【一38】", student_id="again")}
    assert first.isdisjoint(second)


def test_points_are_a_list_of_names() -> None:
    with pytest.raises(ValidationError, match="points"):
        StartPractice.model_validate({"student_id": "s1", "points": "【一38】"})
