"""Giving work from the pages, and given work as students see it first."""

from __future__ import annotations

from datetime import timedelta

import pytest
from streamlit.testing.v1 import AppTest

from core.answers.wire import AnswerItem, SubmitRequest
from core.api.assignments import (
    AloudWork,
    AssignmentView,
    AssignRequest,
    EssayBody,
    EssayWork,
    ItemsBody,
    ItemsWork,
    LessonWork,
    TextWork,
)
from core.api.core import Core
from core.plan.assignments.wire import Work
from pages.parts.assignments.gift import GIFT, Gift
from pages.parts.assignments.words import due_text
from pages.parts.classroom.helped import signed_points
from pages.parts.dates import day_in_shanghai
from pages.parts.i18n import use_language
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text, page_titles, submit_answers

POINT = "【二01】"


def give(core: Core, work: Work, title: str = "作业", **asked: object) -> AssignmentView:
    """Given to everybody by the demo teacher."""
    due = day_in_shanghai(core.clock.now()) + timedelta(days=3)
    request = AssignRequest(title=title, due=due, work=work, **asked)  # type: ignore[arg-type]
    return core.assignments.assign(request, caller_of(core, "teacher"), by=account_of(core, "teacher").account_id)


def given(core: Core) -> list[AssignmentView]:
    """What was given."""
    return core.assignments.current(caller_of(core, "teacher"))


def student_of(core: Core) -> str:
    """The demo student."""
    return str(account_of(core, "student").student_id)


def set_of(core: Core, count: int = 2) -> ItemsWork:
    """Items on a point."""
    drawn = core.giving.set_for(POINT, [student_of(core)], count, caller_of(core, "teacher"), seed=1)
    return ItemsWork(item_ids=tuple(each.item.id for each in drawn.items))


def buttons(test: AppTest) -> dict[str, object]:
    """Buttons by their keys."""
    return {str(button.key): button for button in test.button}


# -- the dialog ------------------------------------------------------------------------------------------------


def test_a_point_is_given_in_two_clicks_and_undone_in_one(open_page: OpenPage, core: Core) -> None:
    test = open_page("pages/points.py", "teacher")
    test.query_params["point"] = POINT
    test.run()
    test.button(key="point_give").click().run()
    assert not test.exception
    assert "5 exercises · Level 2" in page_text(test)
    assert "none seen in the last 14 days" in page_text(test)
    test.button(key="give_now").click().run()
    assert not test.exception
    (view,) = given(core)
    assert isinstance(view.body, ItemsBody)
    assert len(set(view.body.item_ids)) == 5
    assert view.point_id == "", "a point given from the grammar is for no need"
    assert "is given, due on" in page_text(test)
    test.button(key="assignments_undo").click().run()
    assert given(core) == []


def test_an_exercise_is_swapped_and_another_left_out(open_page: OpenPage, core: Core) -> None:
    test = open_page("pages/points.py", "teacher")
    test.session_state[GIFT] = Gift(title="练一练", point_id=POINT, mends=True)
    test.run()
    first = [key.removeprefix("give_swap_") for key in buttons(test) if key.startswith("give_swap_")]
    test.button(key=f"give_swap_{first[0]}").click().run()
    test.button(key=f"give_out_{first[1]}").click().run()
    now = [key.removeprefix("give_swap_") for key in buttons(test) if key.startswith("give_swap_")]
    assert len(now) == 4
    assert first[0] not in now
    assert first[1] not in now
    test.button(key="give_now").click().run()
    (view,) = given(core)
    assert isinstance(view.body, ItemsBody)
    assert list(view.body.item_ids) == now
    assert view.point_id == POINT


@pytest.mark.parametrize(("kind", "body"), [("lesson", "lesson"), ("aloud", "aloud")])
def test_a_lesson_or_reading_aloud_is_given_for_a_point(open_page: OpenPage, core: Core, kind: str, body: str) -> None:
    test = open_page("pages/points.py", "teacher")
    test.session_state[GIFT] = Gift(title="练一练", point_id=POINT)
    test.session_state["give_kind"] = kind
    test.run()
    test.button(key="give_now").click().run()
    assert not test.exception
    assert [view.kind for view in given(core)] == [body]


def test_an_essay_is_given_to_a_group_on_its_point_with_a_title_or_a_task_of_ones_own(
    open_page: OpenPage, core: Core
) -> None:
    title = next(title for title in core.tables.essay_titles if title.points)
    assert title.id in core.giving.essays_on(title.points[0])
    for point_id, task in ((title.points[0], ""), (POINT, "用“把字句”写写你的房间。")):
        test = open_page("pages/points.py", "teacher")
        test.session_state[GIFT] = Gift(title="写一写", point_id=point_id, student_ids=(student_of(core),), mends=True)
        test.session_state["give_kind"] = "essay"
        test.run()
        if task:
            if core.giving.essays_on(point_id):
                test.selectbox(key="give_essay").set_value("").run()
            assert test.button(key="give_now").disabled
            test.text_area(key="give_task").set_value(task).run()
        test.button(key="give_now").click().run()
        assert not test.exception
    second, first = given(core)
    assert isinstance(first.body, EssayBody)
    assert isinstance(second.body, EssayBody)
    assert first.body.title_id in core.giving.essays_on(title.points[0])
    assert (second.body.task_zh, second.body.level) == ("用“把字句”写写你的房间。", 2)
    assert {view.point_id for view in (first, second)} == {title.points[0], POINT}
    assert first.student_ids == second.student_ids == (student_of(core),)


def test_a_title_that_is_too_long_is_cut_in_the_field_and_given(open_page: OpenPage, core: Core) -> None:
    test = open_page("pages/points.py", "teacher")
    test.session_state[GIFT] = Gift(title="很长" * 100, work=TextWork(text="你好"))
    test.run()
    assert test.text_input(key="give_title").value == "很长" * 60
    test.text_input(key="give_title").set_value("").run()
    test.button(key="give_now").click().run()
    assert not test.exception
    assert [view.title for view in given(core)] == ["很长" * 60]


def test_nothing_is_given_to_nobody(open_page: OpenPage, core: Core) -> None:
    test = open_page("pages/points.py", "teacher")
    test.session_state[GIFT] = Gift(title="练一练", point_id=POINT)
    test.session_state["give_whom"] = "some"
    test.run()
    assert test.button(key="give_now").disabled
    assert "Choose at least one student." in page_text(test)


def test_a_lesson_is_given_from_its_card(open_page: OpenPage, core: Core) -> None:
    test = open_page("pages/lessons.py", "teacher").run()
    key = next(key for key in buttons(test) if key.startswith("lesson_give_"))
    test.button(key=key).click().run()
    test.button(key="give_now").click().run()
    assert [view.kind for view in given(core)] == ["lesson"]


def test_a_student_gives_nothing(open_page: OpenPage) -> None:
    test = open_page("pages/points.py", "student")
    test.session_state[GIFT] = Gift(title="练一练", point_id=POINT)
    test.query_params["point"] = POINT
    test.run()
    assert not {"give_now", "point_give"} & set(buttons(test))


# -- the class map -----------------------------------------------------------------------------------------------


def test_a_cell_opens_to_its_answers_and_its_column_is_given(open_page: OpenPage, core: Core) -> None:
    submit_answers(core, "s1", caller_of(core, "teacher"), right=1, wrong=2)
    test = open_page("pages/class_map.py", "teacher")
    view = core.knowledge.class_map(caller_of(core, "teacher"))
    pupil = next(each for each in view.students if each.student_id == "s1")
    index = next(index for index, code in enumerate(pupil.statuses) if code)
    point = view.points[index]
    test.query_params["level"] = str(point.level)
    test.session_state["class_cell_student"] = "s1"
    test.session_state["class_cell_point"] = point.point_id
    test.run()
    assert not test.exception
    assert "Given: " in page_text(test)
    assert {"class_cell_give", "class_column_give"} <= set(buttons(test))


def test_what_a_set_did_stands_on_the_class_map_a_week_later(open_page: OpenPage, core: Core) -> None:
    submit_answers(core, "s1", caller_of(core, "teacher"), right=1, wrong=2)
    give(core, set_of(core), "练一练", point_id=POINT, student_ids=("s1",))
    core.clock.fixed_time = core.clock.now() + timedelta(days=8)  # type: ignore[attr-defined]
    test = open_page("pages/class_map.py", "teacher").run()
    assert not test.exception
    assert "Did it help?" in [header.value for header in test.subheader]
    assert "It was given to too few for a comparison" in page_text(test)
    key = next(key for key in buttons(test) if key.startswith("helped_check_"))
    test.button(key=key).click().run()
    assert "3 exercises" in page_text(test)


# -- students --------------------------------------------------------------------------------------------------------


def test_given_work_stands_first_on_today_without_any_study_times(open_page: OpenPage, core: Core) -> None:
    give(core, TextWork(text="今天天气很好。"), "读一读")
    test = open_page("pages/today.py", "student").run()
    assert next(header.value for header in test.header) == "读一读"
    assert "Your teacher gave you something: do it first." in page_text(test)
    assert sum(button.proto.type == "primary" for button in test.button) == 1


def test_the_round_opens_as_it_was_handed_in(open_page: OpenPage, core: Core) -> None:
    view = give(core, set_of(core), "练一练")
    assert isinstance(view.body, ItemsBody)
    items = core.store.items(caller_of(core, "student").organisation_id, view.body.item_ids)
    answers = [
        AnswerItem(question_id=item_id, answer=items[item_id].key if place else "", time_spent=5)
        for place, item_id in enumerate(view.body.item_ids)
    ]
    core.answers.submit(SubmitRequest(student_id=student_of(core), answers=answers), caller_of(core, "student"))
    test = open_page("pages/assignments.py", "student")
    test.query_params["resource"] = view.resource_id
    test.run()
    assert not test.exception
    assert "1 of 2 right" in [header.value for header in test.subheader]
    assert "Given: " in page_text(test)
    assert "Right answer: " in page_text(test)


def test_reading_aloud_and_a_lesson_open_on_the_page_of_the_assignment(open_page: OpenPage, core: Core) -> None:
    aloud = give(core, AloudWork(text="今天天气很好。", least_score=70), "读一读")
    lesson = give(core, LessonWork(lesson_id=core.plan.resources.all[0].resource_id), "一节课")
    for view, words in ((aloud, "Each reading must reach 70 points"), (lesson, "Play the lesson to its end")):
        test = open_page("pages/assignments.py", "student")
        test.query_params["resource"] = view.resource_id
        test.run()
        assert not test.exception
        assert page_titles(test) == [view.title]
        assert words in page_text(test)


def test_what_is_closed_says_so(open_page: OpenPage, core: Core) -> None:
    view = give(core, TextWork(text="你好"), "读一读", late_days=0)
    core.clock.fixed_time = view.due_at + timedelta(minutes=1)  # type: ignore[attr-defined]
    test = open_page("pages/assignments.py", "student")
    test.query_params["resource"] = view.resource_id
    test.run()
    assert "The time for late work is over." in "".join(info.value for info in test.info)


# -- an assignment in detail -----------------------------------------------------------------------------------------


def test_a_teacher_gives_more_time_and_sees_what_classmates_share(open_page: OpenPage, core: Core) -> None:
    submit_answers(core, "s1", caller_of(core, "teacher"), right=1, wrong=0)
    view = give(core, EssayWork(title_id="e1-01"), "我的家")
    student = student_of(core)
    for each in (student, "s1"):
        task = core.writing.task(each, view.resource_id, caller_of(core, "teacher"))
        text = "爸爸每天早上六点去公园跑步。"
        core.writing.hand_in(each, task, text, caller_of(core, "teacher"), writing_id=None)
    other = give(core, TextWork(text="你好"), "读一读")
    test = open_page("pages/assignments.py", "teacher")
    test.session_state["assignments_open"] = view.assignment_id
    test.run()
    assert "1 sentence handed in by several" in [each.label for each in test.expander]
    test.session_state["assignments_open"] = other.assignment_id
    test.session_state["assignments_open_student"] = student
    test.run()
    test.button(key=f"more_time_{other.assignment_id}_{student}_give").click().run()
    assert not test.exception
    extended = core.assignments.progress(other.assignment_id, caller_of(core, "teacher")).assignment.extensions
    assert list(extended) == [student]


def test_a_minute_is_named_where_it_is_not_the_end_of_the_day(core: Core) -> None:
    use_language("en")
    view = give(core, TextWork(text="你好"))
    now = core.clock.now()
    assert due_text(view.due_at, now).startswith("due on ")
    assert "," not in due_text(view.due_at, now)
    assert due_text(view.due_at - timedelta(hours=9, minutes=59), now).endswith(", 14:00")
    assert due_text(now - timedelta(days=2), now).startswith("was due on ")


def test_hundredths_bear_their_sign() -> None:
    assert [signed_points(share) for share in (0.124, -0.031, 0.001)] == ["+12", "−3", "0"]
