"""The page of classes: making, filling, moving, ending; the switch in the side bar."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from core.api.core import Core
from core.records.classes import EVERYONE
from core.records.students import Student
from pages.parts.class_switch import KEY
from pages.parts.visitor import Visitor
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text

PAGE = "pages/classes.py"


def with_class(core: Core, name: str, *student_ids: str) -> str:
    """A class of the demo's teacher with these students."""
    caller, teacher = caller_of(core, "teacher"), account_of(core, "teacher")
    for student_id in student_ids:
        core.store.put_student(
            Student(caller.organisation_id, student_id, f"name {student_id}", None, core.clock.now())
        )
    made = core.classes.make(name, caller, by=teacher.account_id)
    core.classes.move(student_ids, caller, out_of=None, into=made.class_id, by=teacher.account_id)
    return made.class_id


def opened(open_page: OpenPage, class_id: str) -> AppTest:
    """The page with a class open."""
    test = open_page(PAGE, "teacher")
    test.query_params["class"] = class_id
    return test.run()


def test_a_school_without_classes_is_told_what_they_are_for(open_page: OpenPage) -> None:
    test = open_page(PAGE, "teacher").run()
    assert not test.exception
    assert "All students are in one class." in page_text(test)


def test_students_do_not_see_the_page(open_page: OpenPage) -> None:
    assert "This page is not part of your account." in page_text(open_page(PAGE, "student").run())


def test_a_class_is_made_and_opened(open_page: OpenPage, core: Core) -> None:
    test = open_page(PAGE, "teacher").run()
    test.text_input(key="class_new_name").set_value("Level 2, Tuesday")
    test.button[0].click().run()
    assert not test.exception
    assert [title.value for title in test.title] == ["Level 2, Tuesday"]
    assert "Nobody is in this class yet." in page_text(test)
    test = open_page(PAGE, "teacher").run()
    test.text_input(key="class_new_name").set_value("Level 2, Tuesday")
    test.button[0].click().run()
    assert "A class has this name already; choose another." in page_text(test)


def test_students_are_put_in_and_it_is_undone(open_page: OpenPage, core: Core) -> None:
    class_id = with_class(core, "A", "s1")
    other = with_class(core, "B", "s2", "s3")
    test = opened(open_page, class_id)
    test.multiselect(key="class_newcomers").set_value(["s2", "s3"]).run()
    test.button(key="class_put_in").click().run()
    assert "2 students moved." in page_text(test)
    membership = core.store.membership(caller_of(core, "teacher").organisation_id)
    assert membership.students == {class_id: {"s1", "s2", "s3"}, other: {"s2", "s3"}}
    test.button(key="class_undo_move").click().run()
    assert core.store.membership(caller_of(core, "teacher").organisation_id).students[class_id] == {"s1"}


def take_out(test: AppTest, class_id: str, *rows: int) -> AppTest:
    """Tick rows of the class's table and take them out."""
    size = len(test.dataframe[0].value)
    test.session_state[f"class_members_{class_id}_{size}"] = {"selection": {"rows": list(rows), "columns": []}}
    test.run()
    test.selectbox(key="class_target").set_value("").run()
    return test


def test_who_is_taken_out_and_still_seen_can_be_put_back(open_page: OpenPage, core: Core) -> None:
    class_id = with_class(core, "A", "s1", "s2")
    test = take_out(opened(open_page, class_id), class_id, 0)
    assert "only an administrator can put them back" in page_text(test)
    assert test.button(key="class_move").label == "Take 1 student out"
    # The demo's teacher teaches the class of everyone as well, and goes on seeing the student.
    test.button(key="class_move").click().run()
    assert "1 student taken out." in page_text(test)
    test.button(key="class_undo_move").click().run()
    assert core.store.membership(caller_of(core, "teacher").organisation_id).students[class_id] == {"s1", "s2"}


def test_who_leaves_the_last_class_of_a_teacher_is_not_offered_back(open_page: OpenPage, core: Core) -> None:
    teacher, caller = account_of(core, "teacher"), caller_of(core, "teacher")
    class_id, last_year = with_class(core, "A", "s1", "s2"), with_class(core, "B", "s2")
    core.store.change_teachers(caller.organisation_id, EVERYONE, removed=[teacher.account_id])
    core.classes.archive(last_year, caller, over=True, by=teacher.account_id)
    test = take_out(opened(open_page, class_id), class_id, 1)
    test.button(key="class_move").click().run()
    # Of a class that is over as well: a new year begins with last year's students.
    assert "name s2 (s2)" in test.multiselect(key="class_newcomers").options
    test.button(key="class_undo_move").click().run()
    test = take_out(opened(open_page, class_id), class_id, 0)
    test.button(key="class_move").click().run()
    assert "1 student taken out." in page_text(test)
    assert not [each for each in test.button if each.key == "class_undo_move"]


def test_another_class_than_the_chosen_one_is_opened_with_all_of_its_students(open_page: OpenPage, core: Core) -> None:
    first, second = with_class(core, "A", "s1"), with_class(core, "B", "s2", "s3")
    core.access.people.choose_class(account_of(core, "teacher"), first)
    test = opened(open_page, second)
    assert list(test.dataframe[0].value["Number"]) == ["s2", "s3"]
    assert [option for option in test.multiselect(key="class_newcomers").options if "(s1)" in option]
    test.multiselect(key="class_newcomers").set_value(["s1"]).run()
    test.button(key="class_put_in").click().run()
    assert not test.error
    assert core.store.membership(caller_of(core, "teacher").organisation_id).students[second] == {"s1", "s2", "s3"}


def test_teachers_who_were_added_elsewhere_meanwhile_stay(open_page: OpenPage, core: Core) -> None:
    class_id = with_class(core, "A", "s1")
    organisation = core.access.organisation(core.administration.organisation(caller_of(core, "teacher")).name)
    wang, zhao = (
        core.access.new_account(organisation, "teacher", username=name, password=f"right horse {name}").account_id
        for name in ("wang", "zhao")
    )
    test = opened(open_page, class_id)
    core.store.change_teachers(organisation.organisation_id, class_id, added=[wang])
    field = test.multiselect(key=f"class_teachers_{class_id}")
    field.set_value([account_of(core, "teacher").account_id, zhao]).run()
    assert not test.exception
    now = {account_of(core, "teacher").account_id, wang, zhao}
    assert core.store.membership(organisation.organisation_id).teachers[class_id] == now
    assert set(test.multiselect(key=f"class_teachers_{class_id}").value) == now


def test_what_guardians_said_is_kept_and_told(open_page: OpenPage, core: Core) -> None:
    class_id = with_class(core, "A", "s1")
    test = opened(open_page, class_id)
    test.radio(key=f"class_consent_{class_id}").set_value("missing").run()
    assert "recordings and study peers are off" in page_text(test)
    assert core.store.lacks_consent(caller_of(core, "teacher").organisation_id, "s1")
    assert not core.store.lacks_consent(caller_of(core, "teacher").organisation_id, "s2")


def test_a_class_ends_and_begins_again(open_page: OpenPage, core: Core) -> None:
    class_id = with_class(core, "A", "s1")
    test = opened(open_page, class_id)
    test.button(key=f"class_end_{class_id}").click().run()
    assert "The class is over" in page_text(test)
    test.button(key=f"class_end_{class_id}").click().run()
    assert "The class is over" not in page_text(test)


def test_the_class_that_was_chosen_is_what_pages_show(core: Core) -> None:
    class_id = with_class(core, "A", "s1")
    with_class(core, "B", "s2")

    def listed() -> set[str]:
        who = Visitor(core, account_of(core, "teacher"))
        return {line.student_id for line in core.answers.class_lines(who.caller)}

    core.access.people.choose_class(account_of(core, "teacher"), class_id)
    assert listed() == {"s1"}
    core.access.people.choose_class(account_of(core, "teacher"), EVERYONE)
    assert listed() >= {"s1", "s2"}


@pytest.mark.parametrize("role", ["student", "teacher"])
def test_nothing_is_offered_where_there_is_nothing_to_choose(open_page: OpenPage, role: str) -> None:
    test = open_page("frame/frame.py", role).run()  # type: ignore[arg-type]
    assert KEY not in {box.key for box in test.selectbox}
