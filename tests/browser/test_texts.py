"""A text looked at and a grammar point practised, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from evaluation.service.accessibility import grave_faults
from tests.browser.conftest import Enter
from tests.browser.test_journeys import STUDENT, TEACHER

pytestmark = pytest.mark.browser


def test_a_click_on_a_word_opens_the_points_around_it(enter: Enter) -> None:
    page = enter("/text_level", STUDENT)
    page.get_by_role("button", name="Try an example").click()
    page.locator(".page span", has_text="虽然").first.click()
    expect(page.locator(".side")).to_contain_text("GF 0025-2021: 2")
    page.locator(".side summary", has_text="【二30】").click()
    expect(page.locator(".side .pattern:visible").first).to_be_visible()
    assert grave_faults(page) == []


def test_a_teacher_calls_a_match_wrong_and_takes_it_back(enter: Enter) -> None:
    page = enter("/text_level", TEACHER)
    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="Try an example").click()
    page.locator(".page span", has_text="虽然").first.click()
    page.locator(".side summary").first.click()
    page.locator(".side").get_by_role("button", name="This is wrong").first.click()
    page.get_by_text("1 match reported as wrong").click()
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("1 match reported as wrong")).to_have_count(0)


def test_a_student_goes_from_a_point_to_its_exercises(enter: Enter) -> None:
    page = enter("/points?point=【二17】", STUDENT)
    page.get_by_role("button", name="Practise this").click()
    expect(page.locator(".exercise")).to_be_visible()
