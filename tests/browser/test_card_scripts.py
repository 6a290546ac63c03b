"""The exercise card's own scripts: tone keys, and listening with a stand-in for the browser's voice."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from evaluation.service.looking import until
from pages.parts.components import asset
from tests.browser.conftest import Enter
from tests.browser.test_journeys import STUDENT

pytestmark = pytest.mark.browser

VOICE = """
window.said = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => [{ lang: "zh-CN", name: "Stand-in", localService: true }],
  speak: (utterance) => { window.said.push(utterance.text); setTimeout(() => utterance.onend(), 5); },
  cancel() {}, addEventListener() {},
} });
"""


@pytest.mark.parametrize(
    ("typed", "caret", "tone", "wanted"),
    [
        ("ni", 2, 3, "nǐ"),
        ("nihao", 2, 3, "nǐhao"),
        ("nǐhao", 5, 3, "nǐhǎo"),
        ("xian", 4, 1, "xiān"),
        ("dou", 3, 1, "dōu"),
        ("liu", 3, 4, "liù"),
        ("gui", 3, 4, "guì"),
        ("lü", 2, 4, "lǜ"),
        ("mā", 2, 0, "ma"),
        ("x", 1, 1, "x"),
    ],
)
def test_a_tone_key_marks_the_vowel_that_bears_the_tone(
    page: Page, typed: str, caret: int, tone: int, wanted: str
) -> None:
    script = f"([text, caret, tone]) => {{ {asset('practice/pinyin.js')}; return withTone(text, caret, tone); }}"
    assert page.evaluate(script, [typed, caret, tone]) == wanted


@pytest.mark.parametrize(("typed", "wanted"), [("ni3hao3", "nǐhǎo"), ("lv4", "lǜ"), ("ma5", "ma"), ("nǐ", "nǐ")])
def test_numbers_are_read_back_as_marks(page: Page, typed: str, wanted: str) -> None:
    script = f"(text) => {{ {asset('practice/pinyin.js')}; return spelt(text); }}"
    assert page.evaluate(script, typed) == wanted


def test_listening_speaks_without_showing_the_text_before_the_answer(page: Page, enter: Enter) -> None:
    page.add_init_script(VOICE)
    enter("/practice", STUDENT)
    page.get_by_role("button", name="Listening", exact=True).click()
    page.get_by_role("button", name="Choose", exact=True).click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator("[data-listen]").click()
    until(page, "window.said.length > 0")
    spoken: list[str] = page.evaluate("window.said")
    assert not any(line.startswith(("男", "女")) and line[1:2] == "：" for line in spoken)
    sheet = page.locator(".sheet").inner_text()
    assert not any(line in sheet for line in spoken)
    page.locator("label.option").first.click()
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".verdict")).to_contain_text(spoken[0])


def test_where_nothing_can_be_heard_nothing_is_dealt_to_be_heard(enter: Enter) -> None:
    page = enter("/practice", STUDENT)
    expect(page.get_by_text("This browser has no Chinese voice")).to_be_visible()
    page.get_by_role("button", name="Listening", exact=True).click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("so nothing is dealt to be heard")
    expect(page.get_by_text("This browser has no Chinese voice")).to_have_count(1)
    page.get_by_role("button", name="Reading", exact=True).click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".sheet h1")).to_be_visible()
    expect(page.locator("[data-listen]")).to_have_count(0)


def test_a_card_whose_voice_is_gone_says_so_and_offers_a_way_on(page: Page, enter: Enter) -> None:
    page.add_init_script(VOICE.replace("getVoices: () => [", "getVoices: () => window.gone ? [] : ["))
    enter("/practice", STUDENT)
    page.evaluate("window.gone = true")
    page.get_by_role("button", name="Listening", exact=True).click()
    page.get_by_role("button", name="Fill in", exact=True).click()  # for tones the pinyin would be the answer
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("Your browser has no Chinese voice")).to_be_visible()
    page.get_by_role("button", name="Show the pinyin").click()
    expect(page.locator(".sheet .pinyin")).to_be_visible()
    page.get_by_role("button", name="Skip this card").click()
    expect(page.locator(".verdict.skip")).to_be_visible()
