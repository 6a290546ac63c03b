"""Reports to take home: of the class, and of each student for parents, with the teacher's comment."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

import pytest

from core.answers.wire import StudentLine
from core.api.core import Core
from core.errors import BadParameter, NotFound
from core.learning.days import day_of
from core.records.printed import Heading, Paragraph
from pages.parts.take_home import parents
from pages.parts.take_home.class_report import class_document
from pages.parts.visitor import Visitor
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text, submit_answers

PAGE = "pages/take_home.py"


@pytest.fixture
def month(core: Core) -> str:
    """Two students have practised in this month, one with two right of three."""
    submit_answers(core, "s1", caller_of(core, "teacher"), right=2, wrong=1)
    submit_answers(core, "s2", caller_of(core, "teacher"), right=1, wrong=0)
    return day_of(core.clock.now()).strftime("%Y-%m")


def lines_of(core: Core, month: str) -> list[StudentLine]:
    return [line for line in core.answers.class_lines(caller_of(core, "teacher"), month=month) if line.answers]


def test_a_comment_is_kept_changed_and_taken_away(core: Core, month: str) -> None:
    caller, by = caller_of(core, "teacher"), account_of(core, "teacher").account_id
    core.classes.comment("s1", month, "  Reads aloud every day. ", caller, by=by)
    core.classes.comment("s2", month, "Comes late.", caller, by=by)
    core.classes.comment("s2", month, " ", caller, by=by)
    assert [(each.student_id, each.text) for each in core.classes.comments(month, caller)] == [
        ("s1", "Reads aloud every day.")
    ]
    with pytest.raises(BadParameter, match="1000"):
        core.classes.comment("s1", month, "好" * 1_001, caller, by=by)
    with pytest.raises(NotFound):
        core.classes.comment("nobody", month, "好", caller, by=by)


def test_the_report_of_a_student_ends_with_the_comment_in_the_language_of_its_readers(core: Core, month: str) -> None:
    who = Visitor(core, account_of(core, "teacher"))
    core.classes.comment("s1", month, "每天都读课文。", who.caller, by=who.account.account_id)
    comments = {each.student_id: each for each in core.classes.comments(month, who.caller)}
    made = {
        line.student_id: document
        for line, document in parents.parents_documents(who, lines_of(core, month), month, "zh", comments)
    }
    assert set(made) == {"s1", "s2"}
    assert made["s1"].language == "zh"
    assert made["s1"].title == "学习报告"
    headings = [block.text for block in made["s1"].blocks if isinstance(block, Heading)]
    assert "老师的话" in headings
    assert any(isinstance(block, Paragraph) and block.text == "每天都读课文。" for block in made["s1"].blocks)
    assert "老师的话" not in [block.text for block in made["s2"].blocks if isinstance(block, Heading)]


def test_all_reports_are_one_file(core: Core, month: str) -> None:
    who = Visitor(core, account_of(core, "teacher"))
    made = list(parents.parents_documents(who, lines_of(core, month), month, "en", {}))
    with ZipFile(BytesIO(parents.zipped(made))) as archive:
        assert [name.split("-")[0] for name in archive.namelist()] == ["01", "02"]
        assert all(archive.read(name)[:2] == b"PK" for name in archive.namelist())
    if core.printer.ready():
        together = core.documents.pdf_of_all([document for _line, document in made])
        assert together.startswith(b"%PDF")
        assert together.count(b"/Type /Page\n") >= 2


def test_the_class_report_says_who_practised(core: Core, month: str) -> None:
    who = Visitor(core, account_of(core, "teacher"))
    lines = core.answers.class_lines(who.caller, month=month)
    levels = core.knowledge.class_levels([line.student_id for line in lines], who.caller)
    document = class_document(core.knowledge.class_map(who.caller), lines, levels, month, name="")
    lead = next(block for block in document.blocks if isinstance(block, Paragraph))
    assert str(len(lines)) in lead.text
    assert "75" in lead.text


def test_the_page_makes_the_file(open_page: OpenPage, core: Core, month: str) -> None:
    test = open_page(PAGE, "teacher").run()
    assert not test.exception
    assert "One report for each student" in page_text(test)
    key = f"home_comment_{month}_s1"
    test.text_area(key=key).set_value("Well done.").run()
    assert [each.text for each in core.classes.comments(month, caller_of(core, "teacher"))] == ["Well done."]
    test.button(key="home_word").click().run()
    assert not test.exception
    assert "Take 2 reports" in str([element.proto for element in test.get("download_button")])


def test_the_page_is_not_for_students(open_page: OpenPage) -> None:
    assert "This page is not part of your account." in page_text(open_page(PAGE, "student").run())
