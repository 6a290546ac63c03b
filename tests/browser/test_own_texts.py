"""A text with questions in a real browser: a teacher writes it, sees its level and gives it; a student reads it and answers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from evaluation.service.accessibility import grave_faults
from evaluation.service.looking import settled
from tests.browser.conftest import Enter, sign_in
from tests.browser.test_journeys import STUDENT, TEACHER

pytestmark = pytest.mark.browser

PATIENCE_MS = 60_000
"""The first text that a server reads makes its parser."""
TEXT = (
    "星期六上午，小雨和爸爸去图书馆还书。图书馆九点开门，他们八点半就到了。"
    "门口有一家小咖啡馆，爸爸买了一杯咖啡，小雨喝了一杯牛奶。九点钟，他们第一个走进了图书馆。"
)
FIELDS = (
    ("Title", "在图书馆"),
    ("Text", TEXT),
    ("Question in Chinese", "小雨喝了什么？"),
    ("Right answer", "一杯牛奶"),
    ("Wrong answers", "一杯咖啡\n一杯茶\n一瓶水"),
    ("Why this is right, in Chinese", "课文说“小雨喝了一杯牛奶”。"),
)


def test_a_teacher_writes_a_text_and_gives_it_and_a_student_answers_its_question(enter: Enter, address: str) -> None:
    page = enter("/own_texts", TEACHER)
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="Texts with questions", exact=True)).to_be_visible()
    for label, text in FIELDS:
        field = page.get_by_role("textbox", name=label, exact=label in ("Title", "Text"))
        field.fill(text)
        field.press("Tab")
        settled(page)
    page.get_by_role("button", name="See level, points and new words").click()
    expect(page.get_by_text("80 % range")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator(".exercise .option")).to_have_count(4, timeout=PATIENCE_MS)
    settled(page)
    assert grave_faults(page) == []
    page.get_by_role("button", name="Save and approve").click()
    expect(page.get_by_text("“在图书馆” is approved: students get its questions.")).to_be_visible()
    settled(page)
    assert grave_faults(page) == []
    page.get_by_role("button", name="Give to students").click()
    page.get_by_role("dialog").get_by_role("button", name="Give", exact=True).click()
    expect(page.get_by_text("“在图书馆” is given, due on")).to_be_visible()
    page.context.clear_cookies()
    sign_in(page.context, address, STUDENT)
    page.goto(f"{address}/assignments")
    expect(page.get_by_text("在图书馆").first).to_be_visible()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Start", exact=True).click()
    card = page.locator(".exercise")
    expect(card).to_contain_text("小雨和爸爸去图书馆还书")
    card.locator(".option", has_text="一杯牛奶").click()
    card.get_by_role("button", name="Check").click()
    expect(card).to_contain_text("课文说")
