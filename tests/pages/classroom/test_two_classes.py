"""Every page of a teacher as one sees it who teaches one ordinary class of two: it opens, and shows nobody of the other class."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import pytest
from streamlit.testing.v1 import AppTest

from core import wiring
from core.api.core import Core
from core.questions.bank import ItemBank
from core.records.access import Account
from core.records.students import Student
from evaluation.service.leaks import Things
from evaluation.service.two_classes import new_school, planted
from pages.parts import i18n, visitor
from tests.pages.conftest import ROOT, SettableClock, page_text, page_titles
from tests.pages.rules.test_every_page import PAGES, QUERIES
from tests.pages.rules.test_typed_text import drawn_nodes

OTHER = ("CLASSTWOMARK", "pupil-two", "N-002")
"""What stands on everything of the other class: the marker of its texts, its student's user name, the number at school."""
NUMBER, MATE = "N-001", "N-003"
"""Numbers of the two students of the own class."""
OWN = tuple(page for page, roles in PAGES.items() if "teacher" in roles)
VIEWS: dict[str, tuple[Mapping[str, str], ...]] = {
    "people": tuple({"view": view} for view in ("students", "import", "cards", "join")),
    "assignments": tuple({"view": view} for view in ("given", "gradebook", "new")),
    "classes": ({"class": "one"},),
    **{
        page: ({"student": "pupil-one"},)
        for page in ("report", "portrait", "knowledge_map", "learning_path", "essay_review")
    },
}
"""Views and choices of these pages, beside the page as it opens first."""
VISITS = [(page, query) for page in OWN for query in ({}, *VIEWS.get(page, ()))]
LISTS = [
    ("class_inbox", {}), ("people", {"view": "students"}), ("assignments", {"view": "gradebook"}), ("report", {}), ("essay_review", {}),
    ("classes", {"class": "one"}),
]  # fmt: skip
"""Where the students of the class are listed."""


@dataclass(frozen=True)
class TwoClasses:
    """The school, its accounts by user name, and the things of the class `one`."""

    core: Core
    accounts: Mapping[str, Account]
    own: Things
    other: Things


@pytest.fixture(scope="module")
def school(bank: ItemBank) -> Iterator[TwoClasses]:
    """One for all: here pages are only looked at."""
    core = wiring.in_memory_core(bank=bank, clock=SettableClock())
    accounts = new_school(core)
    things = planted(core, accounts)
    organisation_id = things["one"].organisation_id
    core.store.put_student(Student(organisation_id, "pupil-three", "CLASSONEMARK 同学", "en", core.clock.now()))
    core.store.change_members(organisation_id, "one", added=["pupil-three"], at=core.clock.now())
    for student_id, number in (("pupil-one", NUMBER), ("pupil-two", "N-002"), ("pupil-three", MATE)):
        core.store.set_student_number(organisation_id, student_id, number)
    yield TwoClasses(core, accounts, things["one"], things["two"])
    core.store.close()


@pytest.fixture
def open_page(school: TwoClasses, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Mapping[str, str]], AppTest]:
    """A page as the teacher of the class `one` sees it."""
    monkeypatch.setattr(wiring, "shared_core", lambda: school.core)
    monkeypatch.setattr(i18n, "DEFAULT", "en")
    secret = school.core.access.open_signin(school.accounts["teacher-one"])
    monkeypatch.setattr(visitor, "cookie", lambda: secret)

    def opened(page: str, query: Mapping[str, str]) -> AppTest:
        test = AppTest.from_file(str(ROOT / "pages" / f"{page}.py"), default_timeout=120)
        test.session_state["language"] = "en"
        for name, value in {**QUERIES.get(page, {}), **query}.items():
            test.query_params[name] = value
        return test.run()

    return opened


def everything_on(test: AppTest) -> str:
    """All that the page sends to the browser, tables, charts and choices included."""
    tables = [frame.value.to_csv() for frame in test.dataframe]
    return "\n".join([*tables, *(str(getattr(node, "proto", "")) for node in drawn_nodes(test))])


Opened = Callable[[str, Mapping[str, str]], AppTest]


@pytest.mark.parametrize(("page", "query"), VISITS)
def test_a_page_opens_and_shows_nobody_of_the_other_class(
    open_page: Opened, page: str, query: Mapping[str, str]
) -> None:
    test = open_page(page, query)
    assert not test.exception
    assert page_titles(test)
    assert [mark for mark in OTHER if mark in everything_on(test)] == []


def test_the_marking_desk_opens_the_own_texts_and_not_the_others(open_page: Opened, school: TwoClasses) -> None:
    own, other = school.own.ids, school.other.ids
    for assignment, text, opens in (
        (own["essay_assignment"], own["handed_in"], True),
        (own["essay_assignment"], other["handed_in"], True),
        (other["essay_assignment"], other["handed_in"], False),
    ):
        test = open_page("marking", {"assignment": assignment, "text": text})
        assert not test.exception
        assert ("CLASSONEMARK" in everything_on(test)) is opens
        assert [mark for mark in OTHER if mark in everything_on(test) and mark != text] == []


@pytest.mark.parametrize("page", ["report", "portrait", "knowledge_map", "learning_path", "essay_review"])
def test_a_student_of_the_other_class_is_not_found_by_the_address(open_page: Opened, page: str) -> None:
    test = open_page(page, {"student": "pupil-two"})
    assert [error.message for error in test.exception if "There is no student" not in error.message] == []
    assert "CLASSTWOMARK" not in everything_on(test)


@pytest.mark.parametrize(("page", "query"), LISTS)
def test_two_of_one_name_are_told_apart_by_their_numbers(
    open_page: Opened, page: str, query: Mapping[str, str]
) -> None:
    shown = everything_on(open_page(page, query))
    assert NUMBER in shown
    assert MATE in shown


@pytest.mark.parametrize(("page", "query"), [("take_home", {}), ("assignments", {"view": "given"})])
def test_the_number_stands_beside_whoever_did_something(open_page: Opened, page: str, query: Mapping[str, str]) -> None:
    assert f"({NUMBER})" in everything_on(open_page(page, query))


def test_everybody_is_as_many_as_the_list_of_the_class_has(open_page: Opened) -> None:
    assert "Everybody (2)" in everything_on(open_page("assignments", {"view": "new"}))
    assert "2 students" in page_text(open_page("classes", {}))
