"""The marking desk in a real browser: essays are returned by keys, and a quick hand loses nothing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from core.api.assignments import AssignRequest, EssayWork
from core.api.core import Core
from core.api.marking import DeskEssay
from core.learning.days import day_of
from core.records.access import PERMISSIONS, Caller
from core.records.students import Student
from core.settings import Settings
from core.wiring import build_core
from evaluation.service.accessibility import grave_faults
from tests.browser.conftest import ENVIRONMENT, explained, running_server, sign_in

pytestmark = pytest.mark.browser

TEACHER, STUDENT = "Enter as a teacher", "Enter as a student"
PATIENCE = 90_000
"""Milliseconds: the first essay waits for the parser."""
ESSAY = "我点了二个菜，我们吃得很快极了。下午我们去看电影，电影很有意思。"
STUDENTS = {"demo-student": "示例学生", "s1": "王小明", "s2": "李娜", "s3": "张伟"}


class School:
    """An assignment for which four students have handed in an essay, and what is stored of it."""

    def __init__(self, folder: Path) -> None:
        settings = Settings(database_url=f"sqlite:///{folder / 'wenlu.db'}", demo=True, demo_class=False)
        self.core: Core = build_core(settings)
        (teacher,) = self.core.store.accounts_named("teacher")
        self.caller = Caller(teacher.organisation_id, frozenset(PERMISSIONS), "en")
        due = day_of(self.core.clock.now()) + timedelta(days=3)
        request = AssignRequest(
            title="我的周末", due=due, work=EssayWork(task="写一写你的周末。", characters=(10, 300))
        )
        given = self.core.assignments.assign(request, self.caller, by=teacher.account_id)
        self.assignment_id, self.resource_id = given.assignment_id, given.resource_id
        for student_id, name in STUDENTS.items():
            self.core.store.put_student(Student(teacher.organisation_id, student_id, name, "en", self.core.clock.now()))
            task = self.core.writing.task(student_id, given.resource_id, self.caller)
            self.core.writing.hand_in(student_id, task, ESSAY, self.caller, writing_id=None)
        self.core.marking.save_comment("注意量词。", self.caller, by=teacher.account_id)

    def essays(self) -> list[DeskEssay]:
        """The texts as they are stored now, in the order of the queue."""
        queue = self.core.marking.queue(self.assignment_id, self.caller)
        return [self.core.marking.desk(entry.writing_id, self.caller) for entry in queue.entries]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, demo_database: Path) -> Iterator[tuple[Path, str]]:
    """The folder of a database of its own, and the address of a server on it."""
    folder = tmp_path_factory.mktemp("marking")
    shutil.copy(demo_database, folder)
    with running_server(folder, ENVIRONMENT, module="tests.browser.server_with_fakes") as address:
        yield folder, address


@pytest.fixture
def school_and_desk(
    chromium: Browser, served: tuple[Path, str], request: pytest.FixtureRequest
) -> Iterator[tuple[School, Page]]:
    """An assignment of its own, with its first essay open."""
    folder, address = served
    school = School(folder)
    context = chromium.new_context(locale="en-US", viewport={"width": 1280, "height": 900}, base_url=address)
    context.set_default_timeout(PATIENCE)
    sign_in(context, address, TEACHER)
    page = context.new_page()
    with explained(page, request):
        page.goto(f"/marking?assignment={school.assignment_id}")
        expect(page.get_by_text("1 of 4")).to_be_visible()
        yield school, page
    context.close()
    school.core.store.close()


def keys(page: Page, *pressed: str) -> None:
    """Press keys one right after the other."""
    for key in pressed:
        page.keyboard.press(key)


def test_essays_are_marked_and_returned_by_keys(school_and_desk: tuple[School, Page]) -> None:
    school, desk = school_and_desk
    expect(desk.locator(".error")).to_have_count(2, timeout=PATIENCE)
    assert grave_faults(desk) == []
    # The first: a strike, a comment of the bank, a grade; five keys, and the sixth returns.
    keys(desk, "x", "1", "g", "8", "5", "r")
    expect(desk.get_by_text("2 of 4")).to_be_visible()
    # The second: as it is proposed, one key.
    expect(desk.locator(".error")).to_have_count(2, timeout=PATIENCE)
    keys(desk, "r")
    expect(desk.get_by_text("3 of 4")).to_be_visible()
    # The third: a mark of one's own, a comment, a second draft.
    expect(desk.locator(".error")).to_have_count(2, timeout=PATIENCE)
    desk.locator("[data-at='16']").click()
    desk.get_by_label("Should be").fill("昨天下")
    desk.get_by_label("Comment on this place").fill("说清楚是哪天。")
    keys(desk, "Enter", "c")
    desk.get_by_label("Comment to the student").press_sequentially("再写一遍。")
    keys(desk, "Escape", "d")
    expect(desk.get_by_text("4 of 4")).to_be_visible()
    # The fourth is returned, taken back with a key, and left.
    expect(desk.locator(".error")).to_have_count(2, timeout=PATIENCE)
    keys(desk, "r")
    expect(desk.get_by_text("Everything is returned.")).to_be_visible()
    expect(desk.get_by_role("button", name="Undo the return to 张伟")).to_be_visible()
    expect(desk.get_by_text("Everything is saved.")).to_be_visible()
    keys(desk, "u")
    expect(desk.get_by_text("1 to mark", exact=False).first).to_be_visible()
    expect(desk.get_by_text("Everything is saved.")).to_be_visible()
    first, second, third, fourth = school.essays()
    assert [mark.ruling for mark in first.marking.marks] == ["struck", None]
    assert (first.marking.comment, first.marking.grade) == ("注意量词。", 85)
    assert (second.marking.comment, second.marking.grade) == (second.proposed_comment, second.proposed_grade)
    assert [(mark.original, mark.correction, mark.ruling) for mark in third.marking.marks][-1] == (
        "下",
        "昨天下",
        "added",
    )
    assert (third.marking.comment, third.marking.second_draft) == ("再写一遍。", True)
    assert [essay.marking.returned_at is None for essay in (first, second, third, fourth)] == [
        False,
        False,
        False,
        True,
    ]


def test_what_is_typed_survives_a_refresh_and_goes_with_the_text(school_and_desk: tuple[School, Page]) -> None:
    school, desk = school_and_desk
    expect(desk.locator(".error")).to_have_count(2, timeout=PATIENCE)
    desk.get_by_label("Comment to the student").press_sequentially("写得很好")
    desk.get_by_label("Content and task: points of 30").fill("25")
    keys(desk, "Tab")
    expect(desk.get_by_text("Everything is saved.")).to_be_visible()
    desk.reload()
    expect(desk.get_by_label("Comment to the student")).to_have_value("写得很好", timeout=PATIENCE)
    expect(desk.get_by_label("Content and task: points of 30")).to_have_value("25")
    keys(desk, "j")
    expect(desk.get_by_text("2 of 4")).to_be_visible()
    expect(desk.get_by_label("Comment to the student")).to_have_value("")
    keys(desk, "k")
    expect(desk.get_by_text("1 of 4")).to_be_visible()
    assert school.essays()[0].marking.rubric == {"content": 25.0}


def test_a_mark_that_is_half_made_is_not_lost_by_going_on(school_and_desk: tuple[School, Page]) -> None:
    school, desk = school_and_desk
    expect(desk.locator(".error")).to_have_count(2, timeout=PATIENCE)
    desk.locator("[data-at='16']").click()
    desk.get_by_label("Should be").fill("昨天下")
    desk.get_by_role("button", name="Next essay").click()
    expect(desk.get_by_text("keep it or cancel it first")).to_be_visible()
    desk.locator(".error").first.click()
    desk.locator("[data-at='17']").click()
    expect(desk.get_by_label("Should be")).to_have_value("昨天下")
    expect(desk.get_by_label("Words in the text")).to_have_value("午")
    expect(desk.get_by_text("1 of 4")).to_be_visible()
    desk.get_by_role("button", name="Mark it").click()
    expect(desk.get_by_text("Everything is saved.")).to_be_visible()
    desk.locator("[data-at='20']").click()
    keys(desk, "Escape")
    desk.get_by_role("button", name="Next essay").click()
    expect(desk.get_by_text("2 of 4")).to_be_visible()
    assert [mark.correction for mark in school.essays()[0].marking.marks][-1] == "昨天下"


def test_the_student_reads_what_came_back_and_whose_mark_it_is(school_and_desk: tuple[School, Page]) -> None:
    school, desk = school_and_desk
    expect(desk.locator(".error")).to_have_count(2, timeout=PATIENCE)
    keys(desk, "x", "g", "7", "7", "r")
    expect(desk.get_by_text("2 of 4")).to_be_visible()
    sign_in(desk.context, desk.url.split("/marking")[0], STUDENT)
    desk.goto(f"/writing?resource={school.resource_id}")
    expect(desk.get_by_text("77 of 100")).to_be_visible()
    desk.locator(".error").first.click()
    expect(desk.get_by_text("Marked by the engine, struck by your teacher")).to_be_visible()
    assert grave_faults(desk) == []
