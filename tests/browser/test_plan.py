"""The daily plan in a real browser: choose times, begin, move by form and by mouse, take it back."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core.learning.days import day_of
from evaluation.service.accessibility import grave_faults_in_both
from evaluation.service.looking import settled
from tests.browser.conftest import Enter
from tests.browser.test_journeys import answer_card

pytestmark = pytest.mark.browser

STUDENT = "Enter as a student"
FIRST_PLAN_MS = 60_000
"""The first plan of a fresh server makes parts of the bank first."""


def next_monday() -> str:
    """A weekday later than today, whatever today is: there four slots can be seen, and moved between."""
    today = day_of(datetime.now(UTC))
    return (today + timedelta(days=7 - today.weekday())).isoformat()


def ensure_times(page: Page) -> None:
    """Choose every time of day, ten minutes each, unless that was done before."""
    board, first = page.locator(".board, [data-testid=stAlert]"), page.get_by_role("button", name="Make my plan")
    board.first.or_(first).wait_for()
    if first.count():
        for name in ("Morning", "Noon", "Night"):
            page.get_by_role("button", name=name).click()
        page.get_by_role("radio", name="10 min").or_(page.get_by_role("button", name="10 min")).first.click()
        first.click()
        page.locator(".board").wait_for(timeout=FIRST_PLAN_MS)


def test_the_plan_leads_into_a_round_and_back(enter: Enter) -> None:
    page = enter("/plan", STUDENT)
    ensure_times(page)
    card = page.locator(".card", has=page.locator(".tag", has_text="Exercises")).first
    name = card.locator("h3").inner_text()
    card.get_by_role("button", name="Start").click()
    page.locator(".exercise").wait_for()
    total = int(page.locator(".count").inner_text().split("/")[1])
    for number in range(1, total + 1):
        expect(page.locator(".count")).to_have_text(f"{number} / {total}")
        answer_card(page)
        page.keyboard.press("Enter")
        expect(page.locator(".verdict")).to_have_count(0)
    page.get_by_role("button", name="Back to the plan").click()
    done = page.locator(".card.done").first
    expect(done.locator("h3")).to_have_text(name)
    expect(page.locator(".day.today .share")).to_have_count(1)
    expect(page.locator(".card .primary")).to_have_count(1)
    with page.expect_download() as file:
        page.get_by_role("button", name="Add to my calendar").click()
    assert "Wenlu daily plan" in Path(file.value.path()).read_text(encoding="utf-8")


def test_an_entry_moves_by_form_and_back_again_and_a_refusal_keeps_what_was_typed(enter: Enter) -> None:
    page = enter(f"/plan?day={next_monday()}", STUDENT)
    ensure_times(page)
    columns = page.locator(".column")
    expect(columns).to_have_count(4)
    expect(page.get_by_text("This day is still to come")).to_be_visible()
    before = columns.nth(3).locator(".card").count()
    first = columns.nth(0).locator(".card").first
    first.get_by_role("button", name="Move").click()
    page.get_by_label("Time of day").select_option("night")
    page.get_by_label("From (optional)").fill("06:30")
    page.locator('[data-key="move-send"]').click()
    expect(page.get_by_role("alert").get_by_text("The time must lie within 21:30-24:00.")).to_be_visible()
    expect(page.get_by_label("From (optional)")).to_have_value("06:30")
    expect(page.get_by_label("Time of day")).to_have_value("night")
    page.get_by_label("From (optional)").fill("23:40")
    page.keyboard.press("Enter")
    expect(columns.nth(3).locator(".card")).to_have_count(before + 1)
    expect(columns.nth(3).locator(".card").last.get_by_text("moved by you")).to_be_visible()
    page.get_by_role("button", name="Move it back").click()
    expect(columns.nth(3).locator(".card")).to_have_count(before)


def test_an_entry_can_be_dragged_to_another_time_of_day(enter: Enter) -> None:
    page = enter(f"/plan?day={next_monday()}", STUDENT)
    ensure_times(page)
    columns = page.locator(".column")
    expect(columns).to_have_count(4)
    settled(page)  # a board that is drawn anew in the middle of a drag ends it
    before = columns.nth(1).locator(".card").count()
    # Next to where it lies: what must be scrolled to in the middle of a drag ends it.
    columns.nth(0).locator(".card").last.drag_to(columns.nth(1).locator(".card").last)
    expect(columns.nth(1).locator(".card")).to_have_count(before + 1)


def test_on_a_phone_times_of_day_fold_and_nothing_is_wider_than_the_screen(enter: Enter, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    enter(f"/plan?day={next_monday()}", STUDENT)
    ensure_times(page)
    expect(page.locator(".head button")).to_have_count(4)
    expect(page.locator(".head button[aria-expanded=true]")).to_have_count(1)
    page.locator(".head button").nth(2).click()
    expect(page.locator(".head button[aria-expanded=true]")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_why_names_reasons_and_leads_to_the_map(enter: Enter) -> None:
    page = enter("/plan", STUDENT)
    ensure_times(page)
    card = page.locator(".card", has=page.locator(".tag", has_text="Exercises")).first
    card.get_by_role("button", name="Why").click()
    expect(card.locator(".questions li").first).to_be_visible()
    card.get_by_role("button", name="Why").click()
    expect(card.locator(".panel")).to_have_count(0)
    with_points = card.locator(".points button")
    for card in page.locator(".card").all():  # a lesson about tones or characters has no grammar point
        card.get_by_role("button", name="Why").click()
        expect(card.locator(".panel")).to_be_visible()
        with_points = card.locator(".points button")
        if with_points.count():
            break
    with_points.first.click()
    expect(page).to_have_url(re.compile(r"/knowledge_map\?point="))


def test_the_board_has_no_grave_faults_with_its_parts_open(enter: Enter, page: Page) -> None:
    enter("/plan", STUDENT)
    ensure_times(page)
    for name in ("Move", "Why"):
        page.locator(".card:not(.done)").first.get_by_role("button", name=name).click()
        expect(page.locator(".panel")).to_be_visible()
        assert grave_faults_in_both(page) == {}
