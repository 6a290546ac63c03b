"""The road's page: the levels, a unit with its steps, the way to a step and back."""

from __future__ import annotations

from typing import Any

from core.answers.wire import AnswerItem
from core.api.core import Core
from pages.parts.road.units import unit_data
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text, page_titles, submit_answers

FIRST = "u1-01"


def student_of(core: Core) -> str:
    return str(account_of(core, "student").student_id)


def test_the_road_says_where_one_stands_and_shows_that_level(open_page: OpenPage, core: Core) -> None:
    test = open_page("pages/road.py", "student").run()
    assert not test.exception
    assert page_titles(test) == ["The road"]
    assert "You are at unit 1 of level 1" in page_text(test)


def test_the_level_in_the_address_is_shown(open_page: OpenPage) -> None:
    test = open_page("pages/road.py", "student")
    test.query_params["level"] = "3"
    test.run()
    assert "Level 3: 0 of 12 units done or known." in page_text(test)


def test_a_number_that_is_no_level_shows_the_level_where_one_is(open_page: OpenPage) -> None:
    test = open_page("pages/road.py", "student")
    test.query_params["level"] = "²"
    test.run()
    assert not test.exception
    assert "Level 1: 0 of" in page_text(test)


def test_a_unit_shows_its_goal_its_points_and_its_words(open_page: OpenPage, core: Core) -> None:
    unit = core.tables.units[0]
    test = open_page("pages/road.py", "student")
    test.query_params["unit"] = FIRST
    test.run()
    assert not test.exception
    assert page_titles(test) == [unit.title.zh]
    assert f"You can {unit.goal.en}." in page_text(test)
    assert unit.words[0] in page_text(test)
    links = [link.label for link in test.get("page_link")]
    assert any(core.tables.points.short_name(unit.points[0]).en in label for label in links)


def test_an_unknown_unit_leads_back_to_the_road(open_page: OpenPage) -> None:
    test = open_page("pages/road.py", "student")
    test.query_params["unit"] = "u9-99"
    test.run()
    assert not test.exception
    assert "There is no such unit" in page_text(test)


def test_only_the_current_unit_has_a_button(core: Core) -> None:
    submit_answers(core, student_of(core), caller_of(core, "student"), right=1, wrong=0)
    road = core.road.whole(student_of(core), caller_of(core, "student"))
    drawn: list[dict[str, Any]] = [unit_data(line, road.current) for line in road.units]
    assert [data["id"] for data in drawn if data["begin"]] == [FIRST]
    assert drawn[0]["facts"][0] == "1 级 · 第 1 单元"


def test_a_round_begun_from_a_unit_leads_back_to_it(open_page: OpenPage, core: Core) -> None:
    student_id, caller = student_of(core), caller_of(core, "student")
    view = core.road.start(student_id, FIRST, "cards", caller)
    assert view is not None
    for card in view.cards:
        core.practice.answer(student_id, view.session_id, AnswerItem(question_id=card.item.id, answer="?"), caller)
    test = open_page("pages/practice.py", "student")
    test.query_params["session"] = view.session_id
    test.query_params["from"], test.query_params["unit"] = "road", FIRST
    test.run()
    assert not test.exception
    assert "Back to the unit" in [button.label for button in test.button]
