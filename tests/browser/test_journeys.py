"""What people do, done in a real browser."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Enter

pytestmark = pytest.mark.browser

STUDENT, TEACHER, ADMIN = "Enter as a student", "Enter as a teacher", "Enter as an administrator"
PAGES = {
    "today": STUDENT,
    "practice": STUDENT,
    "report": STUDENT,
    "portrait": STUDENT,
    "placement": STUDENT,
    "knowledge_map": STUDENT,
    "learning_path": STUDENT,
    "plan": STUDENT,
    "road": STUDENT,
    "lessons": STUDENT,
    "lesson": STUDENT,
    "story": STUDENT,
    "my_words": STUDENT,
    "writing": STUDENT,
    "essay_review": TEACHER,
    "speaking": STUDENT,
    "tone_pairs": STUDENT,
    "speaking_history": STUDENT,
    "read_aloud": STUDENT,
    "assignments": TEACHER,
    "settings": STUDENT,
    "account": STUDENT,
    "about": STUDENT,
    "text_level": STUDENT,
    "points": TEACHER,
    "class_inbox": TEACHER,
    "class_map": TEACHER,
    "classes": TEACHER,
    "take_home": TEACHER,
    "items": TEACHER,
    "own_texts": TEACHER,
    "own_lessons": TEACHER,
    "present": TEACHER,
    "marking": TEACHER,
    "people": TEACHER,
    "admin": ADMIN,
}
ITEMS = 10
REFRESH_AT = 4


def answer_card(page: Page) -> None:
    """Some answer to the card shown, by keyboard where the card takes keys."""
    card = page.locator(".exercise")
    expect(card).to_be_visible()
    if card.locator(".typed").count():
        card.locator(".typed").fill("你好")
    elif card.locator(".pool").count():
        for index in range(card.locator(".pool .piece").count()):
            page.keyboard.press(str(index + 1))
    else:
        page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_be_visible()


def card_count(page: Page) -> str:
    """`3 / 10`."""
    return page.locator(".count").inner_text()


def test_a_student_practises_ten_items_with_a_refresh_in_the_middle(enter: Enter) -> None:
    page = enter("/practice", STUDENT)
    page.get_by_role("button", name="Start", exact=True).click()
    for number in range(1, ITEMS + 1):
        # The first round after the start reads the bank, which takes its time on a busy machine.
        expect(page.locator(".count")).to_have_text(f"{number} / {ITEMS}", timeout=60_000)
        answer_card(page)
        if number == REFRESH_AT:
            shown = page.locator(".rows").inner_text()
            page.reload()
            expect(page.locator(".verdict")).to_be_visible()
            assert card_count(page) == f"{number} / {ITEMS}"
            assert page.locator(".rows").inner_text() == shown
            assert page.locator(".dot:not(.todo)").count() == number
        page.keyboard.press("Enter")
        expect(page.locator(".verdict")).to_have_count(0)
    expect(page.get_by_role("heading", name=re.compile(rf"\d+ of {ITEMS} right"))).to_be_visible()
    expect(page.get_by_role("button", name="Another round")).to_be_visible()


def test_a_card_can_be_answered_by_mouse_alone_and_appealed(enter: Enter) -> None:
    page = enter("/practice", STUDENT)
    page.get_by_role("button", name="Choose", exact=True).click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("button", name="I don't know").wait_for()
    page.locator("label.option").first.click()
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".verdict")).to_be_visible()
    while page.locator(".verdict.right").count():
        page.get_by_role("button", name="Next").click()
        page.locator("label.option").first.click()
        page.get_by_role("button", name="Check").click()
        expect(page.locator(".verdict")).to_be_visible()
    page.get_by_role("button", name="My answer was right").click()
    page.get_by_role("textbox", name="Why do you think so?").fill("Both are said.")
    page.get_by_role("button", name="Send to the teacher").click()
    expect(page.get_by_text("Sent to your teacher.")).to_be_visible()


def test_what_a_deep_link_asks_for_survives_the_gate(page: Page, address: str) -> None:
    page.goto(f"{address}/points?point=【二17】")
    page.get_by_role("button", name=STUDENT).click()
    expect(page.get_by_role("button", name="Practise this")).to_be_visible()
    assert parse_qs(urlsplit(page.url).query) == {"point": ["【二17】"]}


def test_a_signin_survives_a_refresh_and_ends_with_sign_out(enter: Enter) -> None:
    page = enter("/", STUDENT)
    expect(page.locator("h1").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name=STUDENT)).to_be_visible()


def test_a_short_name_that_no_school_has_any_more_is_said_and_forgotten(page: Page, address: str) -> None:
    page.goto(f"{address}/report?lang=en&school=before")
    school = page.get_by_label("School (short name or full name)")
    expect(school).to_have_value("before")
    page.get_by_label("User name").fill("nobody")
    page.get_by_label("Password").fill("nothing")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Its short name may have changed")
    expect(school).to_be_visible()
    expect(school).to_have_value("")
    assert page.evaluate("localStorage.getItem('wenlu_school')") is None


def test_a_wrong_password_is_told_in_the_language_of_the_page(page: Page, address: str) -> None:
    page.goto(f"{address}/report?lang=zh")
    page.get_by_label("用户名").fill("nobody")
    page.get_by_label("密码").fill("nothing")
    page.get_by_role("button", name="登录").click()
    expect(page.get_by_role("alert")).to_contain_text("用户名或密码不对")
    assert urlsplit(page.url).path == "/report"


def test_the_page_says_chinese_and_dark_is_kept_on_every_address(enter: Enter, address: str) -> None:
    page = enter("/today", STUDENT)
    assert page.locator("html").get_attribute("lang") == "zh-CN"
    page.get_by_role("button", name="Dark").click()
    page.goto(f"{address}/about")
    expect(page.locator("h1").first).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor") == "rgb(20, 24, 29)"


def test_the_language_switch_is_kept_at_the_account(enter: Enter, address: str) -> None:
    page = enter("/about", STUDENT)
    page.get_by_role("button", name="中文").click()
    expect(page.get_by_role("heading", name="关于")).to_be_visible()
    page.goto(f"{address}/about")
    expect(page.get_by_role("heading", name="关于")).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="About")).to_be_visible()
