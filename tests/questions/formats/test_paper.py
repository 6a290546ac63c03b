"""The printed paper: everything to answer on the sheet, everything to know in the key."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.backends.pdf import PdfPrinter
from core.questions.formats.paper import GAP, PaperHead, paper
from core.records.items import Item
from core.records.printed import Document, Heading, Table
from core.wire import QUESTION_TYPES, Language
from tests.backends.test_pdf import text_of

HEAD = PaperHead("第一课练习", class_name="一班", date="2026-11-22")


def texts(document: Document) -> str:
    found = []
    for block in document.blocks:
        found += [cell for row in block.rows for cell in row] if isinstance(block, Table) else [block.text]  # type: ignore[union-attr]
    return "\n".join(found)


@pytest.fixture
def some(items: list[Item]) -> list[Item]:
    return items[::5]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_question_stands_on_the_sheet_and_every_answer_in_the_key(some: list[Item], language: Language) -> None:
    made = paper(some, HEAD, language=language)
    sheet, key = texts(made.questions), texts(made.key)
    for item in some:
        assert all(line in sheet for line in item.question.get(language).split("\n"))
        assert all(option.text in sheet for option in (*item.left, *item.options))
        assert all(line in key for line in item.explanation.get(language).split("\n"))
    numbers = [
        block.text.split(".")[0] for block in made.questions.blocks if isinstance(block, Heading) and block.level == 2
    ]
    assert numbers == [str(number) for number in range(1, len(some) + 1)]


def test_what_is_heard_stands_in_the_key_alone(items: list[Item]) -> None:
    heard = [item for item in items if item.audio and len(item.audio.text or "") > 8]
    made = paper(heard, HEAD, language="zh")
    sheet, key = texts(made.questions), texts(made.key)
    for item in heard:
        lines = (item.audio.text or "").split("\n") if item.audio else []
        assert not any(line in sheet for line in lines if len(line) > 8)
        assert all(line in key for line in lines)


def test_the_head_has_what_was_asked_for(some: list[Item]) -> None:
    full = paper(some, HEAD, language="zh").questions.subtitle
    assert full.split(GAP) == ["班级：一班", "日期：2026-11-22", "姓名：____________", "得分：________"]
    assert paper(some, PaperHead("x", with_name=False), language="en").questions.subtitle == ""


def test_sections_follow_the_types(some: list[Item]) -> None:
    made = paper(list(reversed(some)), HEAD, language="en")
    sections = [block.text for block in made.questions.blocks if isinstance(block, Heading) and block.level == 1]
    assert [name.split(" (")[0] for name in sections] == [
        "Multiple choice", "Fill in the blank", "Matching", "Put in order"
    ]  # fmt: skip
    assert len(sections) == len(QUESTION_TYPES)


def test_both_sheets_can_be_printed(some: list[Item], tmp_path: Path) -> None:
    made = paper(some[:12], HEAD, language="zh")
    sheet = "".join(text_of(PdfPrinter().pdf(made.questions), tmp_path).split())
    key = "".join(text_of(PdfPrinter().pdf(made.key), tmp_path).split())
    assert "第一课练习" in sheet
    assert "答案与解释" in key
    assert "".join(some[0].explanation.zh.split()) in key
