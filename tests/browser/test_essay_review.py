"""Essay review in a real browser: written, reviewed, judged by click, searched."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SURROUNDINGS, served
from tests.browser.test_accessibility import grave

pytestmark = pytest.mark.browser

STUDENT = "Enter as a student"
PATIENCE = 90_000
"""Milliseconds: the first essay waits for the parser."""
ESSAY = "我点了二个菜，我们吃得很快极了。\n\n下午我们去看电影，电影很有意思。"


@pytest.fixture(scope="module")
def marking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose judge knows two wrong words."""
    with served(tmp_path_factory.mktemp("essays"), SURROUNDINGS, module="tests.browser.essay_server") as address:
        yield address


@pytest.fixture
def desk(chromium: Browser, marking: str) -> Iterator[Page]:
    """The desk of essay reviews."""
    context = chromium.new_context(locale="en-US", viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{marking}/essay_review")
    page.get_by_role("button", name=STUDENT).click()
    page.get_by_label("Your essay").wait_for()
    yield page
    context.close()


def review(page: Page) -> None:
    """Write the essay and have it reviewed."""
    page.get_by_label("Your essay").fill(ESSAY)
    page.get_by_role("button", name="Review my essay").click()
    expect(page.get_by_text("80 % range")).to_be_visible(timeout=PATIENCE)


def test_what_is_written_survives_a_refresh_and_is_marked_and_judged_by_click(desk: Page) -> None:
    desk.get_by_label("Your essay").fill(ESSAY)
    desk.reload()
    expect(desk.get_by_label("Your essay")).to_have_value(ESSAY, timeout=PATIENCE)
    review(desk)
    desk.get_by_label("something extra: − 很").click()
    expect(desk.get_by_label("The chosen error").get_by_text("2 / 2")).to_be_visible()
    desk.get_by_role("button", name="This is right").click()
    expect(desk.get_by_label("The chosen error").get_by_text("You say this is right")).to_be_visible()
    desk.get_by_role("button", name="Undo").click()
    expect(desk.get_by_role("button", name="This is right")).to_be_visible()
    assert grave(desk) == []


def test_errors_are_found_by_oneself(desk: Page) -> None:
    review(desk)
    desk.get_by_text("Find it yourself").click()
    expect(desk.get_by_text("Still to find in this paragraph: 2 of 2")).to_be_visible()
    desk.locator(".mark").first.click()
    expect(desk.get_by_text("No error was marked there.")).to_be_visible()
    desk.locator(".mark").nth(3).click()
    expect(desk.get_by_text("Still to find in this paragraph: 1 of 2")).to_be_visible()
    desk.get_by_role("button", name="Show me one").click()
    expect(desk.get_by_text("You have found them all.")).to_be_visible()
    assert grave(desk) == []
