"""The placement: what it says before it begins, that it goes on where it was, that it tells nothing on the way."""

from __future__ import annotations

import pytest

from core.api.core import Core
from core.records.access import Caller
from tests.pages.conftest import OpenPage, caller_of, page_text, page_titles

STUDENT = "demo-student"


@pytest.fixture
def caller(core: Core) -> Caller:
    return caller_of(core, "student")


def test_the_placement_says_what_it_is_before_it_begins(open_page: OpenPage) -> None:
    test = open_page("pages/placement.py", "student").run()
    assert not test.exception
    assert page_titles(test) == ["Placement"]
    assert "Twenty short questions at most" in page_text(test)
    assert "“I don't know” is an honest answer" in page_text(test)


def test_a_placement_goes_from_the_questionnaire_to_a_level_and_fills_the_portrait(
    open_page: OpenPage, core: Core, caller: Caller
) -> None:
    test = open_page("pages/placement.py", "student").run()
    test.multiselect(key="placement_goals").set_value(["work"])
    test.text_input(key="placement_native").set_value("Deutsch")
    test.button[0].click().run()
    assert not test.exception
    named = test.query_params["placement"]
    placement_id = named[0] if isinstance(named, list) else named
    state = core.placement.state(STUDENT, placement_id, caller)
    while state.next is not None:
        item = state.next.item
        known = state.next.number % 3 > 0
        state = core.placement.answer(STUDENT, placement_id, item.id, item.key if known else None, caller)
    assert state.answered <= 20
    done = open_page("pages/placement.py", "student")
    done.query_params["placement"] = placement_id
    done.run()
    assert not done.exception
    assert page_titles(done) == ["Your level"]
    assert done.metric[0].value == f"{state.level} / 9"
    assert "With 80 % certainty" in page_text(done)
    portrait = open_page("pages/portrait.py", "student").run()
    assert "Your portrait is still empty" not in page_text(portrait)


def test_going_on_does_not_begin_anew(open_page: OpenPage, core: Core, caller: Caller) -> None:
    begun = core.placement.start(STUDENT, caller)
    assert begun.next is not None
    core.placement.answer(STUDENT, begun.placement_id, begun.next.item.id, None, caller)
    test = open_page("pages/placement.py", "student").run()
    test.button[0].click().run()
    assert test.query_params["placement"] in (begun.placement_id, [begun.placement_id])
    assert core.placement.state(STUDENT, begun.placement_id, caller).answered == 1


def test_the_card_of_a_placement_tells_neither_key_nor_verdict(core: Core, caller: Caller) -> None:
    from pages.parts.placement.desk import placement_data

    state = core.placement.start(STUDENT, caller)
    assert state.next is not None
    state = core.placement.answer(STUDENT, state.placement_id, state.next.item.id, state.next.item.key, caller)
    assert state.next is not None
    data = placement_data(state, state.next)
    assert data["mark"] is None
    assert data["place"]["states"][:2] == ["given", "todo"]
    assert set(data["card"]) & {"key", "accepted", "explanation"} == set()


def test_another_students_placement_does_not_open(open_page: OpenPage, core: Core, caller: Caller) -> None:
    begun = core.placement.start("someone-else", caller)
    test = open_page("pages/placement.py", "student")
    test.query_params["placement"] = begun.placement_id
    test.run()
    assert "This placement does not exist" in page_text(test)
