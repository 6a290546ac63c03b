"""The word at hand in a browser: a click on Chinese text opens its card; a question that is open keeps its words to itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from evaluation.service.accessibility import grave_faults_in_both
from evaluation.service.looking import settled
from tests.browser.conftest import Enter
from tests.browser.test_journeys import STUDENT

pytestmark = pytest.mark.browser
MIDDLE = """wanted => {
  const found = [];
  const walk = (root) => { for (const node of root.childNodes) {
    if (node.nodeType === Node.TEXT_NODE && node.data.includes(wanted)) {
      const range = document.createRange();
      const at = node.data.indexOf(wanted);
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      if (box.width && box.top > 0 && box.bottom < innerHeight) found.push([box.left + box.width / 2, box.top + box.height / 2]);
    } else if (node.nodeType === Node.ELEMENT_NODE) { if (node.shadowRoot) walk(node.shadowRoot); walk(node); } } };
  walk(document.querySelector('[data-testid=stMain]'));
  return found[0];
}"""


def click_on(page: Page, text: str) -> None:
    """Click on the first character of a text that is in sight."""
    left, top = page.evaluate(MIDDLE, text)
    page.mouse.click(left, top)


def test_a_word_is_opened_put_by_and_found_in_the_deck(enter: Enter) -> None:
    page = enter("/my_words", STUDENT)
    settled(page)
    card = page.locator(".word-card")
    card.wait_for(state="attached")
    click_on(page, "图书馆")
    expect(card.locator(".pinyin")).to_have_text("túshūguǎn")
    expect(card).to_be_visible()
    assert grave_faults_in_both(page) == {}
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.keyboard.press("Alt+KeyW")
    page.keyboard.press("Enter")
    expect(card.locator(".pinyin")).to_be_visible()
    page.keyboard.press("Escape")
    click_on(page, "图书馆")
    card.get_by_role("button", name="Add to my words").click()
    expect(card.locator(".own")).to_be_visible()
    expect(page.get_by_text(re.compile("1 word in your deck"))).to_be_visible()
    page.mouse.click(5, 5)
    expect(card).to_be_hidden()


def test_an_open_question_keeps_its_words_to_itself_and_tells_them_after_the_answer(enter: Enter) -> None:
    page = enter("/practice", STUDENT)
    settled(page)
    page.get_by_role("button", name="Start", exact=True).click()
    exercise = page.locator(".exercise")
    exercise.wait_for()
    settled(page)
    card = page.locator(".word-card")
    card.wait_for(state="attached")
    assert exercise.get_attribute("data-no-words") == ""
    exercise.get_by_role("button", name="I don't know").click()
    exercise.locator(".verdict").wait_for()
    assert exercise.get_attribute("data-no-words") is None
    chinese = exercise.locator(".han").filter(has_text=re.compile("^[一-鿿]"), visible=True)
    chinese.first.click(position={"x": 8, "y": 12})  # whatever the card asks, Chinese stands somewhere on it
    expect(card.locator(".pinyin")).to_be_visible()
