"""The student's level: one sentence, the same on every page, and the way to find it where it is not known."""

from __future__ import annotations

import pytest

from core.api.core import Core
from core.knowledge.wire import LevelNow, PathRequest
from pages.parts.i18n import use_language
from pages.parts.level import level_of_path, level_sentence
from tests.pages.conftest import OpenPage, caller_of, page_text, submit_answers

STUDENT = "demo-student"
STUDENTS_PAGES = ("today", "portrait", "report", "learning_path")


@pytest.fixture
def sentence(core: Core) -> str:
    """The sentence about a student with answers."""
    caller = caller_of(core, "student")
    submit_answers(core, STUDENT, caller, right=18, wrong=12)
    return level_sentence(level_of_path(core.knowledge.path(PathRequest(student_id=STUDENT), caller)))


@pytest.mark.parametrize("page", STUDENTS_PAGES)
def test_every_page_of_a_student_says_the_level_of_the_path(open_page: OpenPage, sentence: str, page: str) -> None:
    test = open_page(f"pages/{page}.py", "student").run()
    assert not test.exception
    assert "80 % range" in sentence
    assert sentence in page_text(test)
    assert page == "learning_path" or "See the path" in [link.label for link in test.get("page_link")]


@pytest.mark.parametrize("page", ["portrait", "report"])
def test_a_teacher_reads_the_same_and_comes_to_the_students_path(open_page: OpenPage, sentence: str, page: str) -> None:
    test = open_page(f"pages/{page}.py", "teacher")
    test.query_params["student"] = STUDENT
    test.run()
    assert sentence in page_text(test)
    link = next(link for link in test.get("page_link") if link.label == "See the path")
    assert link.proto.query_string == f"student={STUDENT}"


def test_the_class_has_it_beside_every_student(open_page: OpenPage, sentence: str) -> None:
    test = open_page("pages/class_inbox.py", "teacher").run()
    assert sentence in page_text(test)


def test_an_unknown_level_leads_to_the_placement_and_no_number_is_said(open_page: OpenPage, core: Core) -> None:
    submit_answers(core, STUDENT, caller_of(core, "student"), right=2, wrong=1)
    for page in ("today", "portrait", "report"):
        test = open_page(f"pages/{page}.py", "student").run()
        assert "Level: not known yet." in page_text(test)
        assert "A placement finds it in ten minutes" in [link.label for link in test.get("page_link")]
    taught = open_page("pages/class_inbox.py", "teacher").run()
    assert "Level: not known yet." in page_text(taught)


def test_on_the_first_day_today_has_its_first_step_alone(open_page: OpenPage) -> None:
    assert "Level:" not in page_text(open_page("pages/today.py", "student").run())


def test_the_band_7_to_9_is_one_level() -> None:
    use_language("en")
    assert level_sentence(LevelNow(level=7, low=7, high=7, known=True)) == "Level now: **7–9**."
