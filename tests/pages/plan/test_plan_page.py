"""The daily plan and the first page: what is next, what can be moved, what is said when there is nothing."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from streamlit.testing.v1 import AppTest

from core.answers.wire import AnswerItem
from core.api.core import Core
from core.api.plan import DayLine
from core.plan.wire import DailyPlan, PlannedQuestion, PlanSettings, Recommendation, SlotChoice
from pages.parts.plan.cards import board_data, expected_text, questions_data, safe_url
from pages.parts.plan.week import week_data
from pages.parts.plan.words import amount_texts, minutes_left, next_entry
from tests.pages.conftest import OpenPage, SettableClock, account_of, caller_of, page_text, submit_answers

MONDAY = date(2026, 11, 23)
EVENING = datetime(2026, 11, 23, 10, 5, tzinfo=UTC)
"""18:05 in Shanghai: the evening slot has begun."""
OFF = SlotChoice(on=False)


@pytest.fixture
def monday(core: Core) -> Core:
    """The core on a Monday evening."""
    assert isinstance(core.clock, SettableClock)
    core.clock.fixed_time = EVENING
    return core


def student_of(core: Core) -> str:
    return str(account_of(core, "student").student_id)


def choose_slots(core: Core, **slots: SlotChoice) -> None:
    """The student's times; slots not named are off."""
    all_off = dict.fromkeys(("morning", "noon", "evening", "night", "weekend"), OFF)
    settings = PlanSettings.model_validate({**all_off, **slots, "essays": False})
    core.plan.set_settings(student_of(core), settings, caller_of(core, "student"))


def plan_of(core: Core, day: date = MONDAY) -> DailyPlan:
    return core.plan.day(student_of(core), day, caller_of(core, "student"))


def make_entry(resource_id: str, slot: str, start: str, end: str, **other: object) -> Recommendation:
    """An entry of questions, as the wire has it."""
    fields: dict[str, object] = {
        "resource_id": resource_id,
        "resource_type": "question",
        "title": resource_id,
        "difficulty": "HSK2",
        "skill_type": "reading",
        "start_time": start,
        "end_time": end,
        "time_slot": slot,
        "count": 2,
        "kind": "set",
        "minutes": 1.0,
        "reason": "Because.",
        "if_skipped": "Little.",
        "questions": [make_question(f"{resource_id}-{number}") for number in range(2)],
        "points": [],
        "done": False,
        "done_count": 0,
        "moved": False,
    }
    return Recommendation.model_validate(fields | other)


def make_question(question_id: str, **other: object) -> PlannedQuestion:
    fields: dict[str, object] = {
        "question_id": question_id,
        "kind": "item",
        "target": "",
        "why": "level",
        "reason": "At your level.",
        "chance": 0.71,
        "probability": 1.0,
        "evidence": [],
        "done": False,
    }
    return PlannedQuestion.model_validate(fields | other)


def make_plan(*entries: Recommendation) -> DailyPlan:
    slots = {
        slot: {"period": "07:00-08:00", "focus": "reading", "items": 2, "duration": 2}
        for slot in dict.fromkeys(entry.time_slot for entry in entries)
    }
    return DailyPlan.model_validate(
        {
            "date": MONDAY.isoformat(),
            "student_id": "s1",
            "recommendations": list(entries),
            "schedule": slots,
            "total_duration": 4,
            "provisional": False,
            "due": 0,
            "waiting": 0,
            "if_skipped": "",
            "seed": 1,
            "model": "m",
            "policy": "p",
        }
    )


# -- what is drawn ---------------------------------------------------------------------------------------------


def test_next_is_what_the_slot_going_on_holds_and_else_the_first_open_thing() -> None:
    morning, evening = make_entry("a", "morning", "07:00", "07:02"), make_entry("b", "evening", "18:00", "18:02")
    plan = make_plan(morning, evening)
    assert next_entry(plan, EVENING) == evening
    assert next_entry(plan, EVENING + timedelta(hours=3)) == morning
    done = make_plan(make_entry("a", "morning", "07:00", "07:02", done=True, done_count=2))
    assert next_entry(done, EVENING) is None


def test_the_board_marks_one_card_as_next_and_says_how_far_each_is() -> None:
    plan = make_plan(
        make_entry("a", "morning", "07:00", "07:02", done=True, done_count=2),
        make_entry("b", "evening", "18:00", "18:02", done_count=1),
        make_entry("c", "evening", "18:02", "18:04"),
    )
    data = board_data(plan, {}, EVENING)
    cards = {card["id"]: card for column in data["columns"] for card in column["cards"]}
    assert [card["id"] for card in cards.values() if card["next"]] == ["b"]
    assert (cards["a"]["done"], cards["a"]["startable"], cards["b"]["startable"]) == (True, False, True)
    assert [column["now"] for column in data["columns"]] == [False, True]
    assert [target["wire"] for target in data["targets"]] == ["morning", "noon", "evening", "night"]
    assert minutes_left(plan.recommendations) == 3


def test_on_another_day_nothing_can_be_begun_and_on_a_past_one_nothing_moved() -> None:
    plan = make_plan(make_entry("a", "morning", "07:00", "07:02"))
    before = board_data(plan, {}, EVENING - timedelta(days=1))
    assert before["movable"]
    assert not before["columns"][0]["cards"][0]["startable"]
    after = board_data(plan, {}, EVENING + timedelta(days=1))
    assert not after["movable"]
    assert not after["columns"][0]["cards"][0]["startable"]


def test_questions_of_which_the_same_is_said_share_a_line_and_chance_picks_are_named() -> None:
    picked = make_question("q3", why="random", reason="By chance.", chance=None, probability=0.05)
    lines = questions_data([make_question("q1"), make_question("q2"), picked])
    assert [(line["reason"], line["random"]) for line in lines] == [("At your level.", False), ("By chance.", True)]
    assert lines[1]["chance"] == lines[1]["times"] == ""


@pytest.mark.parametrize(("probability", "right"), [(0.71, "7"), (0.999, "9"), (0.01, "1")])
def test_a_chance_is_told_in_tenths_and_never_as_certain(probability: float, right: str) -> None:
    assert f" {right} " in expected_text(probability)


def test_only_web_addresses_are_followed() -> None:
    assert safe_url("https://example.org/a") == "https://example.org/a"
    assert safe_url("javascript:alert(1)") == safe_url(None) == ""


def test_sentences_to_say_are_not_called_questions() -> None:
    aloud = make_entry("a", "morning", "07:00", "07:02", questions=[make_question("say_1", kind="say")], count=1)
    assert "1 question" not in " ".join(amount_texts(aloud))


def test_the_week_marks_today_and_tells_what_is_due_later() -> None:
    lines = [
        DayLine(MONDAY, 20, 0.5, 3, True),
        DayLine(MONDAY + timedelta(days=1), 40, None, 7, False),
        DayLine(MONDAY - timedelta(days=1), 0, None, 0, False),
    ]
    today, coming, past = week_data(lines, MONDAY, MONDAY)["days"]
    assert (today["when"], today["chosen"], today["share"]) == ("today", True, 0.5)
    assert (coming["when"], coming["minutes"][0]) == ("coming", "≤")
    assert (past["minutes"], past["due"]) == ("–", "")


# -- the page --------------------------------------------------------------------------------------------------


def test_before_any_choice_the_page_asks_for_times_and_makes_no_plan(open_page: OpenPage, monday: Core) -> None:
    test = open_page("pages/plan.py", "student").run()
    assert not test.exception
    assert "When do you want to study?" in page_text(test)
    student = account_of(monday, "student")
    assert monday.store.plan(student.organisation_id, str(student.student_id), MONDAY) is None
    assert test.button_group(key="plan_first_slots").value == ["evening", "weekend"]


def test_the_chosen_times_make_the_plan(open_page: OpenPage, monday: Core) -> None:
    submit_answers(monday, student_of(monday), caller_of(monday, "student"), right=6, wrong=2)
    test = open_page("pages/plan.py", "student").run()
    test.button(key="plan_first").click().run()
    assert not test.exception
    settings = monday.plan.settings(student_of(monday), caller_of(monday, "student"))
    assert settings is not None
    assert (settings.evening.on, settings.evening.minutes, settings.morning.on) == (True, 20, False)
    assert {entry.time_slot for entry in plan_of(monday).recommendations} == {"evening"}
    assert test.markdown[0].value.startswith("Next: **")


def test_no_time_chosen_is_not_taken(open_page: OpenPage, monday: Core) -> None:
    test = open_page("pages/plan.py", "student").run()
    test.button_group(key="plan_first_slots").set_value([]).run()
    assert test.button(key="plan_first").disabled


def test_days_without_a_plan_say_why(open_page: OpenPage, monday: Core) -> None:
    choose_slots(monday, evening=SlotChoice(minutes=10))
    for day, expected in (("2026-11-20", "There is no plan for this day"), ("2026-11-28", "You chose no time")):
        test = open_page("pages/plan.py", "student")
        test.query_params["day"] = day
        test.run()
        assert not test.exception
        assert expected in page_text(test)


def test_a_day_to_come_says_that_it_is_made_again(open_page: OpenPage, monday: Core) -> None:
    choose_slots(monday, evening=SlotChoice(minutes=10))
    test = open_page("pages/plan.py", "student")
    test.query_params["day"] = "2026-11-24"
    test.run()
    assert "This day is still to come" in page_text(test)
    assert not [button for button in test.button if button.key == "plan_anew_button"]


def test_what_is_no_day_in_the_address_shows_today(open_page: OpenPage, monday: Core) -> None:
    choose_slots(monday, evening=SlotChoice(minutes=10))
    test = open_page("pages/plan.py", "student")
    test.query_params["day"] = "2026-13-99"
    test.run()
    assert not test.exception
    assert test.markdown[0].value.startswith("Next: **")


def page_that_moves() -> None:
    """A page that moves the first entry as `ask` wants and shows what the plan's page shows of it."""
    import streamlit as st

    from pages.parts.dates import day_in_shanghai
    from pages.parts.gate import require_role
    from pages.parts.plan.board import draw_last_move, move

    who = require_role("student")
    day = day_in_shanghai(who.core.clock.now())
    plan = who.core.plan.day(who.student_id, day, who.caller)
    if "ask" in st.session_state:
        move(who, plan, plan.recommendations[0], **st.session_state.pop("ask"))
    draw_last_move(who, who.core.plan.day(who.student_id, day, who.caller))


def test_a_move_can_be_taken_back_and_a_refused_one_keeps_what_was_typed(open_page: OpenPage, monday: Core) -> None:
    choose_slots(monday, evening=SlotChoice(minutes=10))
    first = plan_of(monday).recommendations[0]
    open_page("pages/plan.py", "student")  # signs in
    test = AppTest.from_function(page_that_moves, default_timeout=30)
    test.session_state["language"] = "en"
    test.session_state["ask"] = {"slot": "evening", "start": "06:00", "end": ""}
    test.run()
    problem = test.session_state["plan_problem"]
    assert (problem["start"], problem["text"]) == ("06:00", "The time must lie within 18:00-19:30.")
    assert plan_of(monday).recommendations[0] == first
    test.session_state["ask"] = {"slot": "night", "start": "23:50", "end": "00:00"}
    test.run()
    assert "plan_problem" not in test.session_state
    (moved,) = [entry for entry in plan_of(monday).recommendations if entry.resource_id == first.resource_id]
    assert (moved.time_slot, moved.start_time, moved.end_time) == ("night", "23:50", "24:00")
    test.button(key="plan_undo").click().run()
    assert not test.exception
    (back,) = [entry for entry in plan_of(monday).recommendations if entry.resource_id == first.resource_id]
    assert (back.time_slot, back.start_time, back.end_time) == ("evening", first.start_time, first.end_time)


def test_the_rest_can_be_made_anew_and_the_calendar_taken_along(open_page: OpenPage, monday: Core) -> None:
    choose_slots(monday, evening=SlotChoice(minutes=10))
    test = open_page("pages/plan.py", "student").run()
    assert len(test.get("download_button")) == 1
    test.button(key="plan_anew_button").click().run()
    assert not test.exception
    assert [message.value for message in test.success] == [
        "The rest of today has been replanned from what is known now."
    ]


# -- the first page --------------------------------------------------------------------------------------------


def test_after_a_first_round_today_asks_for_times(open_page: OpenPage, monday: Core) -> None:
    submit_answers(monday, student_of(monday), caller_of(monday, "student"), right=3, wrong=2)
    test = open_page("pages/today.py", "student").run()
    assert "When do you want to study?" in page_text(test)
    assert "Redo what went wrong (2)" in [button.label for button in test.button]


def test_today_shows_the_next_thing_with_the_only_primary_button(open_page: OpenPage, monday: Core) -> None:
    submit_answers(monday, student_of(monday), caller_of(monday, "student"), right=3, wrong=2)
    choose_slots(monday, evening=SlotChoice(minutes=10))
    test = open_page("pages/today.py", "student").run()
    assert not test.exception
    first = plan_of(monday).recommendations[0]
    assert first.title in page_text(test)
    assert [button.label for button in test.button if button.proto.type == "primary"] == ["Start"]
    assert len(test.expander) >= 1


def test_a_round_begun_from_the_plan_leads_back_to_it(open_page: OpenPage, monday: Core) -> None:
    student_id, caller = student_of(monday), caller_of(monday, "student")
    choose_slots(monday, evening=SlotChoice(minutes=20))
    entry = next(line for line in plan_of(monday).recommendations if {q.kind for q in line.questions} == {"item"})
    view = monday.plan.start(student_id, entry.resource_id, MONDAY, caller)
    for card in view.cards:
        given = AnswerItem(question_id=card.item.id, answer=card.item.key)
        monday.practice.answer(student_id, view.session_id, given, caller)
    test = open_page("pages/practice.py", "student")
    test.query_params["session"], test.query_params["from"] = view.session_id, "plan"
    test.run()
    assert not test.exception
    assert [button.label for button in test.button if button.proto.type == "primary"] == ["Back to the plan"]
    assert next(line for line in plan_of(monday).recommendations if line.resource_id == entry.resource_id).done
