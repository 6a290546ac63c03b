"""Lessons that teachers write: their scenes, by whom they are kept, for whom they play, and that they count as watched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from core.api.assignments import AssignRequest, LessonWork
from core.api.core import Core
from core.api.own_lessons import OwnCheck, OwnLessonDraft, OwnLessonView, OwnLine
from core.errors import BadParameter, BadRequest, Forbidden, NotFound
from core.learning.days import day_of
from core.plan.lessons.own import own_slides
from core.questions.formats.problems import UnreadableFile
from core.records.students import Student
from core.wiring import in_memory_core
from evaluation.questions.bank_items import shared_bank
from evaluation.service.clock import CountingIdentifiers, StoppedClock
from tests.questions.editors import CALLER, NOW, OTHER, TABLES, with_school

CHECK = OwnCheck(ask="书在哪儿？", right="桌子上", wrong=("椅子上", "书包里"), why="他说放在桌子上。")
WHOLE = OwnLessonDraft(
    title="“把”字句",
    goal="能请别人放东西。",
    level=3,
    meet=(
        OwnLine(who="小雨", zh="书放在哪儿？"),
        OwnLine(who="爸爸", zh="把书放在桌子上。", en="Put it on the table."),
    ),
    look="“把”在东西前面。",
    steps=("书 放在 桌子上", "*把 书 放在 桌子上", "请 *把 书 放在 桌子上"),
    rule="把 + 东西 + 动词。",
    left="书放在桌子上。",
    right="把书放在桌子上。",
    right_mark="把",
    difference="第二句说的是你要做的事。",
    wrong="我放书在桌子上。",
    wrong_mark="放书在",
    corrected="我把书放在桌子上。",
    mistake="说放到哪儿，用“把”。",
    checks=(CHECK, CHECK, CHECK),
    say=(OwnLine(zh="请把门关上。"),),
    write="请你的同学做一件事。",
    model="请把窗户打开。",
    summary="把 + 东西 + 动词 + 地方。",
)


@pytest.fixture
def core() -> Iterator[Core]:
    made = in_memory_core(clock=StoppedClock(NOW), identifiers=CountingIdentifiers(), tables=TABLES, bank=shared_bank())
    yield with_school(made)
    made.store.close()


def approve(core: Core, draft: OwnLessonDraft = WHOLE, **named: Any) -> OwnLessonView:
    return core.own_lessons.save(draft, CALLER, by="li", state="approved", **named)


def blocking(core: Core, **changed: Any) -> set[str]:
    return {fault.id for fault in core.own_lessons.faults(WHOLE.model_copy(update=changed)) if fault.blocks}


def test_a_whole_lesson_has_the_slides_of_a_lesson_on_the_board(core: Core) -> None:
    assert core.own_lessons.faults(WHOLE) == []
    slides = own_slides(WHOLE)
    assert [slide.do for slide in slides] == [
        "listen", "check", "show", "check", "show", "show", "check", "say", "write", "show",
    ]  # fmt: skip
    assert all(
        slide.options[slide.key] == "桌子上" for slide in slides if slide.do == "check" and slide.key is not None
    )
    assert slides[2].lines[1].zh == "把书放在桌子上"
    resource, shown = core.own_lessons.preview(WHOLE, CALLER)
    assert shown == slides
    assert resource.seconds > 60


@pytest.mark.parametrize(
    ("scene", "do"),
    [
        ({"meet": WHOLE.meet}, ["listen"]),
        ({"steps": WHOLE.steps}, ["show"]),
        ({"checks": (CHECK,)}, ["check"]),
        ({"say": WHOLE.say}, ["say"]),
        ({"write": "写一句。", "model": "请坐。"}, ["write"]),
        ({"left": "他去。", "right": "他去了。", "right_mark": "了"}, ["show"]),
        ({"wrong": "我是忙。", "corrected": "我很忙。"}, ["show"]),
    ],
)
def test_one_scene_is_enough(core: Core, scene: dict[str, Any], do: list[str]) -> None:
    draft = OwnLessonDraft(title="一个环节", **scene)
    assert [slide.do for slide in own_slides(draft)] == do
    assert approve(core, draft).state == "approved"


@pytest.mark.parametrize(
    ("changed", "fault", "slides"),
    [
        ({"title": ""}, "title", 10),
        ({"right": "", "right_mark": ""}, "pair", 9),
        ({"left_mark": "没有"}, "mark", 9),
        ({"corrected": ""}, "mistake", 9),
        ({"wrong_mark": "没有"}, "wrong_mark", 9),
        ({"steps": ("把 书",)}, "steps", 9),
        ({"steps": ("a b c d e f g h i", "*把 书")}, "pieces", 9),
        ({"steps": ("*把 书", "a b c d e f g h i j k l")}, "pieces", 9),
        ({"checks": (CHECK.model_copy(update={"why": ""}),)}, "check_1", 7),
        ({"checks": (CHECK.model_copy(update={"wrong": ("桌子上", "书包里")}),)}, "same_1", 7),
        ({"model": ""}, "write", 9),
    ],
)
def test_what_a_scene_lacks_is_said_and_the_player_leaves_it_out(
    core: Core, changed: dict[str, Any], fault: str, slides: int
) -> None:
    assert blocking(core, **changed) == {fault}
    draft = WHOLE.model_copy(update=changed)
    assert len(own_slides(draft)) == slides
    with pytest.raises(BadParameter, match="cannot be approved"):
        approve(core, draft)
    kept = core.own_lessons.save(draft, CALLER, by="li")
    assert kept.state == "draft"
    assert core.own_lessons.lessons(CALLER) == [kept]


@pytest.mark.parametrize(
    "nothing_whole",
    [
        {},
        {"meet": (OwnLine(who="小雨"),)},
        {"say": (OwnLine(en="Close the door."),)},
        {"steps": ("*", "*")},
        {"summary": "把 + 东西。"},
    ],
)
def test_a_lesson_without_a_whole_scene_is_none(core: Core, nothing_whole: dict[str, Any]) -> None:
    with pytest.raises(BadParameter, match="no scene in it yet"):
        approve(core, OwnLessonDraft(title="空", **nothing_whole))


def test_an_organisation_keeps_its_lessons_to_itself(core: Core) -> None:
    lesson = approve(core)
    assert [each.lesson_id for each in core.own_lessons.lessons(CALLER)] == [lesson.lesson_id]
    assert core.own_lessons.lessons(OTHER) == []
    assert core.plan.lesson(lesson.lesson_id, OTHER) is None
    assert core.plan.own_lessons(OTHER) == []
    with pytest.raises(NotFound, match="no lesson"):
        core.own_lessons.lesson(lesson.lesson_id, OTHER)
    request = AssignRequest(title="x", due=day_of(NOW), work=LessonWork(lesson_id=lesson.lesson_id))
    with pytest.raises(NotFound, match="no lesson"):
        core.assignments.assign(request, OTHER, by="he")
    with pytest.raises(Forbidden, match="may not assign"):
        core.own_lessons.save(WHOLE, CALLER, by="kid")


def test_of_a_draft_students_know_nothing(core: Core) -> None:
    draft = core.own_lessons.save(WHOLE, CALLER, by="li")
    assert core.plan.lesson(draft.lesson_id, CALLER) is None
    assert core.plan.lesson(draft.lesson_id, CALLER, drafts=True) is not None


def test_of_two_who_change_a_lesson_at_once_the_second_is_told(core: Core) -> None:
    lesson = approve(core)
    approve(core, WHOLE.model_copy(update={"level": 4}), lesson_id=lesson.lesson_id, version=1)
    with pytest.raises(BadRequest, match="changed in the meantime"):
        approve(core, lesson_id=lesson.lesson_id, version=1)


def test_a_lesson_is_given_and_counts_as_watched(core: Core) -> None:
    lesson = approve(core)
    core.store.put_student(Student("org", "s1", "S1", created_at=NOW))
    request = AssignRequest(title="把", due=day_of(NOW), work=LessonWork(lesson_id=lesson.lesson_id))
    given = core.assignments.assign(request, CALLER, by="li")
    assert len(core.plan.slides(lesson.lesson_id, CALLER)) == 10
    core.plan.finish("s1", lesson.lesson_id, 120, CALLER)
    (student,) = core.assignments.progress(given.assignment_id, CALLER).students
    assert student.state == "done"
    assert core.plan.played("s1", CALLER) == {lesson.lesson_id: day_of(NOW)}


def test_a_lesson_that_is_given_is_retired_and_not_deleted(core: Core) -> None:
    lesson = approve(core)
    request = AssignRequest(title="把", due=day_of(NOW), work=LessonWork(lesson_id=lesson.lesson_id))
    given = core.assignments.assign(request, CALLER, by="li")
    with pytest.raises(BadRequest, match="is given"):
        core.own_lessons.delete(lesson.lesson_id, CALLER, by="li")
    retired = core.own_lessons.set_state(lesson.lesson_id, "retired", CALLER, by="li")
    assert core.plan.own_lessons(CALLER) == []
    assert core.plan.lesson(lesson.lesson_id, CALLER) is not None
    core.assignments.withdraw(given.assignment_id, CALLER, by="li")
    deleted = core.own_lessons.delete(lesson.lesson_id, CALLER, by="li")
    assert core.own_lessons.lessons(CALLER) == []
    assert core.own_lessons.put_back(deleted, CALLER, by="li").draft == retired.draft


def test_a_lesson_that_is_given_is_no_draft_again(core: Core) -> None:
    lesson = approve(core)
    request = AssignRequest(title="把", due=day_of(NOW), work=LessonWork(lesson_id=lesson.lesson_id))
    given = core.assignments.assign(request, CALLER, by="li")
    with pytest.raises(BadRequest, match="of a draft students know nothing"):
        core.own_lessons.set_state(lesson.lesson_id, "draft", CALLER, by="li")
    with pytest.raises(BadRequest, match="of a draft students know nothing"):
        core.own_lessons.save(WHOLE, CALLER, by="li", lesson_id=lesson.lesson_id, version=1)
    assert core.plan.lesson(lesson.lesson_id, CALLER) is not None
    core.assignments.withdraw(given.assignment_id, CALLER, by="li")
    assert core.own_lessons.set_state(lesson.lesson_id, "draft", CALLER, by="li").state == "draft"


# -- files ---------------------------------------------------------------------------------------------------------


def test_a_file_brings_lessons_to_another_school_as_drafts(core: Core) -> None:
    file = core.own_lessons.export([approve(core).lesson_id], CALLER)
    drafts = core.own_lessons.read_file(file)
    assert drafts == [WHOLE]
    (kept,) = core.own_lessons.save_all(drafts, OTHER, by="he")
    assert (kept.draft, kept.state) == (WHOLE, "draft")


def test_a_file_of_texts_is_no_file_of_lessons(core: Core) -> None:
    with pytest.raises(UnreadableFile, match="no lessons in this file") as caught:
        core.own_lessons.read_file(b'{"format": "wenlu-texts", "texts": [{}]}')
    assert caught.value.remedy("zh").startswith("这个文件里没有微课。")


def test_another_schools_lesson_is_not_written_to_a_file(core: Core) -> None:
    with pytest.raises(NotFound):
        core.own_lessons.export([approve(core).lesson_id], OTHER)
