"""The places of the menu: five for a student, every page in one of them, the open one with its tabs."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from core.records.access import Role
from pages.parts.addresses import addresses
from pages.parts.menu import ShownPlace, shown_places, tab_label
from pages.parts.visitor import Visitor


def visitor(role: Role, *, to_do: int = 0, to_mark: int = 0) -> Visitor:
    core = SimpleNamespace(
        assignments=SimpleNamespace(open_count=lambda *_: to_do),
        marking=SimpleNamespace(count_waiting=lambda *_: to_mark),
    )
    who: Any = SimpleNamespace(account=SimpleNamespace(role=role), core=core, student_id="s1", caller=None)
    return cast(Visitor, who)


def opened(places: list[ShownPlace]) -> list[str]:
    return [place.label for place in places if place.is_open]


@pytest.mark.parametrize(("role", "count"), [("student", 5), ("teacher", 4), ("admin", 5)])
def test_every_page_of_a_role_is_a_tab_of_one_place_or_opened_from_one(role: Role, count: int) -> None:
    places = shown_places(visitor(role), "about")
    assert len(places) == count
    tabs = [address.name for place in places for address in place.tabs]
    assert len(tabs) == len(set(tabs))
    of_role = [address for address in addresses() if role in address.roles]
    assert {address.under or address.name for address in of_role if role not in address.leads_on} == set(tabs)


@pytest.mark.parametrize(
    ("name", "index"), [("today", 0), ("lesson", 1), ("read_aloud", 2), ("essay_review", 3), ("about", 4)]
)
def test_the_place_of_the_page_is_open(name: str, index: int) -> None:
    places = shown_places(visitor("student"), name)
    assert opened(places) == [places[index].label]


def test_what_a_teacher_sees_of_one_student_belongs_to_the_class() -> None:
    places = shown_places(visitor("teacher"), "portrait")
    assert opened(places) == [places[0].label]


def test_what_waits_stands_on_the_tab() -> None:
    (today, *_others) = shown_places(visitor("student", to_do=2), "today")
    homework = next(address for address in today.tabs if address.name == "assignments")
    assert today.waiting["assignments"] == 2
    assert "2" in tab_label(homework, 2)
    assert tab_label(homework, 0) == homework.title


def test_a_tab_may_be_called_otherwise_than_its_page() -> None:
    history = next(address for address in addresses() if address.name == "speaking_history")
    assert tab_label(history, 0) == history.tab != history.title
