"""Lessons that teachers write: the form with its scenes, the player beside it, and what is done with those that are there."""

from __future__ import annotations

from core.api.core import Core
from core.api.own_lessons import OwnCheck, OwnLessonDraft, OwnLessonView, OwnLine
from pages.parts.own_lessons.form import field_key, line_of, text_of
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text

PAGE = "pages/own_lessons.py"
LESSON = OwnLessonDraft(
    title="“把”字句",
    level=3,
    meet=(OwnLine(who="小雨", zh="书放在哪儿？", en="Where?"), OwnLine(zh="把书放在桌子上。")),
    steps=("书 放在 桌子上", "*把 书 放在 桌子上"),
    checks=(OwnCheck(ask="书在哪儿？", right="桌子上", wrong=("椅子上", "书包里"), why="他说的。"),),
    wrong="我放书在桌子上。",
    corrected="我把书放在桌子上。",
)


def save_lesson(core: Core, state: str = "approved") -> OwnLessonView:
    """A lesson of the teacher."""
    by, caller = account_of(core, "teacher").account_id, caller_of(core, "teacher")
    return core.own_lessons.save(LESSON, caller, by=by, state=state)  # type: ignore[arg-type]


def lessons_of(core: Core) -> list[OwnLessonView]:
    return core.own_lessons.lessons(caller_of(core, "teacher"))


def test_a_student_sees_nothing_of_it(open_page: OpenPage) -> None:
    test = open_page(PAGE, "student").run()
    assert "This page is not part of your account." in page_text(test)
    assert not test.text_area


def test_a_lesson_is_written_watched_and_approved(open_page: OpenPage, core: Core) -> None:
    test = open_page(PAGE, "teacher").run()
    assert "Nothing is typed yet. Begin with the title and one scene." in page_text(test)
    test.text_input(key=field_key("title")).set_value("“把”字句").run()
    assert "There is no scene in it yet." in page_text(test)
    assert "No scene is whole yet." in page_text(test)
    assert test.button(key="olesson_approve").disabled
    test.text_area(key=field_key("meet")).set_value("小雨：书放在哪儿？ = Where?\n把书放在桌子上。").run()
    assert not test.exception
    assert "Nothing to object to." in page_text(test)
    test.button(key="olesson_read").click().run()
    assert "Too short for a level" in page_text(test)
    test.button(key="olesson_approve").click().run()
    assert not test.exception
    assert "“把”字句” is approved: it can be given." in page_text(test)
    (lesson,) = lessons_of(core)
    assert lesson.draft.meet == LESSON.meet
    assert lesson.state == "approved"


def test_an_edited_lesson_takes_the_place_of_the_old_one(open_page: OpenPage, core: Core) -> None:
    lesson = save_lesson(core)
    test = open_page(PAGE, "teacher")
    test.query_params["view"] = "list"
    test.run().button(key=f"olesson_edit_{lesson.lesson_id}").click().run()
    assert "Students who have it see the new version." in page_text(test)
    test.text_input(key=field_key("title")).set_value("新").run()
    test.button(key="olesson_approve").click().run()
    (newer,) = lessons_of(core)
    assert (newer.lesson_id, newer.version, newer.draft) == (
        lesson.lesson_id, 2, LESSON.model_copy(update={"title": "新"}),
    )  # fmt: skip


def test_a_lesson_is_copied_retired_and_deleted_and_that_is_taken_back(open_page: OpenPage, core: Core) -> None:
    lesson = save_lesson(core)
    test = open_page(PAGE, "teacher")
    test.query_params["view"] = "list"
    test.run().button(key=f"olesson_retire_{lesson.lesson_id}").click().run()
    assert lessons_of(core)[0].state == "retired"
    test.button(key="olesson_undo").click().run()
    assert lessons_of(core)[0].state == "approved"
    test.button(key=f"olesson_delete_{lesson.lesson_id}").click().run()
    assert lessons_of(core) == []
    test.button(key="olesson_undo").click().run()
    assert [each.lesson_id for each in lessons_of(core)] == [lesson.lesson_id]
    test.button(key=f"olesson_copy_{lesson.lesson_id}").click().run()
    test.button(key="olesson_save").click().run()
    assert not test.exception
    assert len(lessons_of(core)) == 2


def test_a_lesson_is_given_and_its_student_watches_it(open_page: OpenPage, core: Core) -> None:
    lesson = save_lesson(core)
    test = open_page(PAGE, "teacher")
    test.query_params["view"] = "list"
    test.run().button(key=f"olesson_give_{lesson.lesson_id}").click().run()
    test.button(key="give_now").click().run()
    assert not test.exception
    (given,) = core.assignments.current(caller_of(core, "teacher"))
    assert (given.kind, given.title) == ("lesson", "“把”字句")
    student = open_page("pages/lesson.py", "student")
    student.query_params["resource"] = lesson.lesson_id
    student.run()
    assert not student.exception
    assert [title.value for title in student.title] == ["“把”字句"]


def test_a_student_does_not_find_a_draft(open_page: OpenPage, core: Core) -> None:
    lesson = save_lesson(core, "draft")
    student = open_page("pages/lesson.py", "student")
    student.query_params["resource"] = lesson.lesson_id
    student.run()
    assert "There is no such lesson (any more)." in page_text(student)


def test_a_line_is_read_as_it_is_written() -> None:
    for typed in ("小雨：你好！ = Hello!", "你好！", "老师：请坐。"):
        assert text_of(line_of(typed)) == typed
    assert line_of("他说的是这样一句话：好。").who == ""
