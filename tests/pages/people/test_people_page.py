"""The page of people: a list is looked at and brought in, students are changed, a class is opened by a code; the door for newcomers."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from core.api.core import Core
from core.records.classes import EVERYONE
from pages.parts.people.importing import Looked
from pages.parts.shown_text import unescaped
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text

PASSWORD = "eine eigene Wahl"
LIST = "number,name,class\n7,王小明,\n8,=1,\n9,曾丽,Class 9\n"


def people_page(open_page: OpenPage, view: str, role: str = "teacher") -> AppTest:
    test = open_page("pages/people.py", role)  # type: ignore[arg-type]
    test.query_params["view"] = view
    return test


def press(test: AppTest, label: str) -> AppTest:
    (button,) = [each for each in test.button if each.label == label]
    return button.click().run()


def said(test: AppTest) -> str:
    """The text of the page, with what was done."""
    return "\n".join([page_text(test), *(unescaped(each.value) for each in test.success)])


def bring(core: Core, rows: str) -> None:
    teacher, caller = account_of(core, "teacher"), caller_of(core, "teacher")
    content = rows.encode()
    shown = core.people.dry_run(content, caller, by=teacher.account_id, class_id=EVERYONE)
    core.people.confirm(content, shown.digest, caller, by=teacher.account_id, class_id=EVERYONE)


def test_a_list_is_looked_at_mended_brought_in_and_taken_back(open_page: OpenPage, core: Core) -> None:
    test = people_page(open_page, "import").run()
    test.text_area[0].set_value(LIST)
    press(test, "See what would happen")
    assert "**1 new**, 1 to be decided, **1 row with a fault**. Nothing is written yet." in said(test)
    assert "**row 3 · name**: This begins like a formula" in said(test)
    looked = test.session_state["people_import_looked"]
    assert isinstance(looked, Looked)
    assert next(each for each in test.button if each.key == "people_confirm").disabled
    test.session_state[f"people_classes_{looked.name}"] = ["Class 9"]
    test.run()
    test.checkbox[0].check().run()
    press(test, "Bring in 2 people")
    assert "2 people were brought in. Next: make cards, so that they can sign in." in said(test)
    assert "Last import: pasted rows" in said(test)
    assert {"7", "9"} <= {each.student_id for each in core.store.students(caller_of(core, "teacher").organisation_id)}
    assert [each.label for each in test.button if each.key == "people_cards_make"] == ["Make 2 cards"]
    press(test, "Undo this import")
    assert "Undone: 2 accounts were removed." in said(test)


def test_a_file_that_cannot_be_read_says_what_to_do(open_page: OpenPage) -> None:
    test = people_page(open_page, "import").run()
    test.text_area[0].set_value("number,class\n1,a\n")
    press(test, "See what would happen")
    assert "There is no column of names." in said(test)


def test_a_name_that_is_here_is_asked_about(open_page: OpenPage, core: Core) -> None:
    bring(core, "7,王小明\n")
    test = people_page(open_page, "import").run()
    test.text_area[0].set_value("王小明\n")
    press(test, "See what would happen")
    assert "**1 name is here already.** Is it the same person?" in said(test)
    assert next(each for each in test.button if each.key == "people_confirm").disabled


def test_a_student_is_renamed_paused_and_given_a_code(open_page: OpenPage, core: Core) -> None:
    bring(core, "7,王小明\n8,曾丽\n")
    test = people_page(open_page, "students").run()
    assert "2 have not chosen a password yet" in said(test)
    test.selectbox(key="people_chosen").set_value("7").run()
    test.text_input(key="people_7_name").set_value("王晓明")
    press(test, "Save")
    assert "Saved." in said(test) or "王晓明 · 7" in said(test)
    press(test, "Make a one-time code")
    assert "One-time code for 王晓明" in said(test)
    test.run()
    assert "One-time code for" not in said(test)
    press(test, "Pause the account")
    assert "王晓明 is paused and signed out." in said(test)
    press(test, "Let in again")
    assert "王晓明 can sign in again." in said(test)


def test_an_administrator_merges_and_a_teacher_does_not(open_page: OpenPage, core: Core) -> None:
    bring(core, "7,王小明\n8,王小明\n")
    taught = people_page(open_page, "students").run()
    taught.selectbox(key="people_chosen").set_value("7").run()
    assert not [each for each in taught.selectbox if each.key == "people_7_into"]
    test = people_page(open_page, "students", "admin").run()
    test.selectbox(key="people_chosen").set_value("7").run()
    test.selectbox(key="people_7_into").set_value("8").run()
    assert "Nothing is kept about this student so far." in said(test)
    press(test, "Merge now")
    assert "Merged: 0 rows were given." in said(test)


def test_cards_are_made_and_can_be_downloaded(open_page: OpenPage, core: Core) -> None:
    bring(core, "7,王小明\n")
    test = people_page(open_page, "cards").run()
    assert "1 student has no password yet." in said(test)
    press(test, "Make 1 card")
    assert "1 card is ready." in said(test)
    assert test.session_state["people_cards"][1].pdf.startswith(b"%PDF")


def test_two_who_print_cards_at_once_are_told_of_each_other(open_page: OpenPage, core: Core) -> None:
    bring(core, "7,王小明\n")
    late = people_page(open_page, "cards").run()
    early = people_page(open_page, "cards", "admin").run()
    press(early, "Make 1 card")
    assert "1 card is ready." in said(early)
    open_page("pages/people.py", "teacher")
    press(late, "Make 1 card")
    assert "somebody has made new codes for 1 of them, so none were made now" in said(late)
    press(late, "Make 1 card")
    assert "1 card is ready." in said(late)
    assert "no longer work" not in said(late)
    early.run()
    assert "1 of these cards no longer works: a newer code was made for the student since." in said(early)


def test_a_visitor_joins_by_a_code_and_the_teacher_admits_them(open_page: OpenPage, core: Core) -> None:
    teacher = people_page(open_page, "join").run()
    press(teacher, "Open a code")
    code = teacher.markdown[0].value.removeprefix("## ")
    visitor = open_page("frame/frame.py", None)
    visitor.query_params["join"] = code.lower()
    visitor.run()
    assert "Join Wenlu demo" in said(visitor)
    for field, value in zip(visitor.text_input, ("李华", "", "lihua", "short"), strict=True):
        field.set_value(value)
    press(visitor, "Ask to join")
    assert "at least 8 characters" in said(visitor)
    visitor.text_input[3].set_value(PASSWORD)
    press(visitor, "Ask to join")
    assert "Your teacher has been asked to let you in." in said(visitor)
    again = people_page(open_page, "join").run()
    assert "**1 student waits to be admitted.**" in said(again)
    press(again, "Admit")
    assert "1 student was admitted." in said(again)
    assert core.access.people.sign_in("lihua", PASSWORD).account.display_name == "李华"


def test_whoever_is_on_the_list_already_is_admitted_as_the_same_person_with_one_click(
    open_page: OpenPage, core: Core
) -> None:
    bring(core, "S012,张三\n")
    teacher, caller = account_of(core, "teacher"), caller_of(core, "teacher")
    code = core.people.open_joining(EVERYONE, caller, by=teacher.account_id)
    for name, username in (("张三", "zhangsan"), ("王五", "wangwu"), ("赵六", "zhaoliu")):
        core.people.ask_to_join(
            code, name=name, number="", username=username, password=PASSWORD, language=None, address="10.0.0.1"
        )
    before = len(core.store.students(caller.organisation_id))
    test = people_page(open_page, "join").run()
    assert "This may be 张三 (S012), who has never signed in: the same person?" in said(test)
    assert "Admit the 2 who are not on the list" in [each.label for each in test.button]
    press(test, "Same person: 张三 (S012)")
    assert not test.exception
    assert "张三 (S012) can sign in with the user name and the password that they chose." in said(test)
    assert len(core.store.students(caller.organisation_id)) == before
    assert core.access.people.sign_in("zhangsan", PASSWORD).account.student_id == "S012"


def test_a_name_that_was_typed_otherwise_than_on_the_list_is_told(open_page: OpenPage, core: Core) -> None:
    bring(core, "S012,张三\n")
    teacher, caller = account_of(core, "teacher"), caller_of(core, "teacher")
    code = core.people.open_joining(EVERYONE, caller, by=teacher.account_id, approval=False)
    visitor = open_page("frame/frame.py", None)
    visitor.query_params["join"] = code
    visitor.run()
    for field, value in zip(visitor.text_input, ("Zhang San", "S012", "zhangsan", PASSWORD), strict=True):
        field.set_value(value)
    press(visitor, "Join")
    assert "Your teacher has been asked to let you in." in said(visitor)
    test = people_page(open_page, "join").run()
    press(test, "Same person: 张三 (S012)")
    assert "They typed the name Zhang San; the one on the list stays, and you can change it there." in said(test)


def test_a_wrong_code_says_so(open_page: OpenPage) -> None:
    visitor = open_page("frame/frame.py", None)
    visitor.query_params["join"] = "AAAA-AAAA"
    visitor.run()
    assert "This code is wrong or no longer holds." in said(visitor)


def test_whoever_comes_by_a_one_time_code_chooses_a_password_first(
    open_page: OpenPage, core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(core, "7,王小明\n")
    teacher = account_of(core, "teacher")
    code = core.people.reset("7", caller_of(core, "teacher"), by=teacher.account_id)
    opened = core.access.people.sign_in("7", code)
    test = open_page("frame/frame.py", None)
    monkeypatch.setattr("pages.parts.visitor.cookie", lambda: opened.secret)
    test.run()
    assert "Welcome, 王小明" in said(test)
    assert not test.sidebar.caption
    test.text_input[1].set_value(PASSWORD)
    test.text_input[2].set_value("another one")
    press(test, "Save and begin")
    assert "The two passwords differ." in said(test)
    test.text_input[1].set_value("12345678")
    test.text_input[2].set_value("12345678")
    press(test, "Save and begin")
    assert "that nobody would guess first" in said(test)
    test.text_input[1].set_value(PASSWORD)
    test.text_input[2].set_value(PASSWORD)
    press(test, "Save and begin")
    assert not test.exception
    assert "Welcome" not in said(test)
    assert core.access.people.has_password(core.access.people.sign_in("7", PASSWORD).account)
