"""The placement: what it says before it begins, that it goes on where it was, that it tells nothing on the way."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core.api.core import Core
from core.knowledge.wire import LevelNow
from core.portrait.wire import PlacementState, Questionnaire
from core.records.access import Caller
from pages.parts.placement.result import moved_sentence
from tests.pages.conftest import OpenPage, SettableClock, caller_of, page_text, page_titles, submit_answers

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


def placed(core: Core, caller: Caller, questionnaire: Questionnaire | None = None) -> PlacementState:
    """A placement taken to its end by somebody who knows two questions of three."""
    state = core.placement.start(STUDENT, caller, questionnaire=questionnaire)
    while state.next is not None:
        item, known = state.next.item, state.next.number % 3 > 0
        state = core.placement.answer(STUDENT, state.placement_id, item.id, item.key if known else None, caller)
    return state


def later(core: Core, time: timedelta) -> None:
    """Let the core's clock tell a later time from now on."""
    assert isinstance(core.clock, SettableClock)
    core.clock.fixed_time = core.clock.now() + time


def test_an_unfinished_placement_is_offered_and_gone_on_with(open_page: OpenPage, core: Core, caller: Caller) -> None:
    begun = core.placement.start(STUDENT, caller)
    assert begun.next is not None
    core.placement.answer(STUDENT, begun.placement_id, begun.next.item.id, None, caller)
    test = open_page("pages/placement.py", "student").run()
    assert "1 of 20 questions at most are answered" in page_text(test)
    test.button(key="placement_go_on").click().run()
    assert test.query_params["placement"] in (begun.placement_id, [begun.placement_id])
    assert core.placement.state(STUDENT, begun.placement_id, caller).answered == 1


def test_an_unfinished_placement_of_yesterday_is_not_offered(open_page: OpenPage, core: Core, caller: Caller) -> None:
    done = placed(core, caller)
    later(core, timedelta(days=20))
    core.placement.start(STUDENT, caller)
    later(core, timedelta(days=1))
    test = open_page("pages/placement.py", "student").run()
    assert page_titles(test) == ["Your level"]
    assert test.metric[0].value == f"{done.level} / 9"


def test_the_page_opens_with_the_latest_result_and_a_retake_begins_a_new_one(
    open_page: OpenPage, core: Core, caller: Caller
) -> None:
    said = Questionnaire(learning_goals=["work"], native_language="Deutsch", learning_duration="2 to 4 years")
    done = placed(core, caller, said)
    later(core, timedelta(days=20))
    test = open_page("pages/placement.py", "student").run()
    assert not test.exception
    assert page_titles(test) == ["Your level"]
    assert test.metric[0].value == f"{done.level} / 9"
    assert "Taken on" in page_text(test)
    test.button(key="placement_again").click().run()
    assert page_titles(test) == ["Placement"]
    assert "Your answers so far still count" in page_text(test)
    assert test.multiselect(key="placement_goals").value == ["work"]
    assert test.text_input(key="placement_native").value == "Deutsch"
    assert test.selectbox(key="placement_duration").value == "2 to 4 years"
    test.button[0].click().run()
    assert not test.exception
    again = core.placement.overview(STUDENT, caller)
    assert again.open is not None
    assert again.open.placement_id != done.placement_id
    assert test.query_params["placement"] in (again.open.placement_id, [again.open.placement_id])
    beside = open_page("pages/placement.py", "student").run()
    assert page_titles(beside) == ["Placement"]
    assert beside.metric[0].value == f"{done.level} / 9"


def test_the_result_says_the_present_level_once_it_has_moved(open_page: OpenPage, core: Core, caller: Caller) -> None:
    done = placed(core, caller)
    submit_answers(core, STUDENT, caller, right=0, wrong=40)
    now = core.knowledge.level(STUDENT, caller)
    assert done.level is not None
    assert now.level < done.level
    text = page_text(open_page("pages/placement.py", "student").run())
    assert "the level now counts all your answers" in text
    assert f"Level now: **{now.level}**" in text


def test_a_result_that_still_holds_is_said_once() -> None:
    state = PlacementState.model_construct(level=8, band=(6, 9))
    assert moved_sentence(state, LevelNow(level=7, low=6, high=7, known=True)) == ""
    assert moved_sentence(state, LevelNow(level=6, low=5, high=7, known=True))
    assert moved_sentence(state, LevelNow(level=1, low=1, high=3, known=False)) == ""


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
