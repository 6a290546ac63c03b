"""A lesson plays itself in a real browser: with a voice, without one, after a refresh, to its end."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from core.plan.lessons.resources import ResourceCatalogue
from core.tables import shipped_tables
from core.tables.content.lessons import slide_seconds
from core.tables.content.pictures import Build
from evaluation.service.accessibility import grave_faults_in_both
from tests.browser.conftest import Enter
from tests.browser.test_card_scripts import VOICE
from tests.browser.test_journeys import STUDENT, TEACHER

pytestmark = pytest.mark.browser

CATALOGUE = ResourceCatalogue(shipped_tables())
POINT = "point_1-09"
SLIDES = CATALOGUE.slides_of(POINT)
DOING = [go_to_slide.do for go_to_slide in SLIDES]
TOLERANCE_SECONDS = 1.5


def go_to_slide(page: Page, index: int) -> None:
    """Go to a slide, from 0."""
    page.locator(".marks button").nth(index).click()


def slide_number(page: Page) -> str:
    """`3 / 11`."""
    return page.locator(".count").inner_text().split(" · ")[0]


def test_without_a_voice_a_slide_lasts_as_long_as_it_counts_and_says_so(enter: Enter) -> None:
    page = enter(f"/lesson?resource={POINT}", STUDENT)
    play = page.get_by_role("button", name="Play", exact=True)
    play.click()
    expect(page.get_by_text("no Chinese voice")).to_be_visible()
    began = time.monotonic()
    go_to_slide(page, 2)
    expect(page.locator(".count")).to_contain_text(f"4 / {len(SLIDES)}", timeout=60_000)
    wanted = slide_seconds(SLIDES[2], 1)
    assert abs(time.monotonic() - began - wanted) < TOLERANCE_SECONDS


def test_with_a_voice_the_lines_are_said_and_the_text_comes_after_listening(page: Page, enter: Enter) -> None:
    page.add_init_script(VOICE)
    enter(f"/lesson?resource={POINT}&slide={DOING.index('listen')}", STUDENT)
    expect(page.locator(".heard")).to_be_visible()
    assert page.locator(".lines").count() == 0
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".lines")).to_be_visible()
    lines = [line.zh for line in SLIDES[DOING.index("listen")].lines]
    assert page.evaluate("window.said")[: len(lines)] == lines


def test_saying_leaves_a_pause_with_a_ring(page: Page, enter: Enter) -> None:
    page.add_init_script(VOICE)
    enter(f"/lesson?resource={POINT}&slide={DOING.index('say')}", STUDENT)
    page.locator(".lesson").wait_for()
    page.keyboard.press(" ")
    expect(page.locator(".your-turn")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.locator(".your-turn")).to_have_count(0)


def test_a_refresh_comes_back_to_the_slide_and_to_what_was_answered(enter: Enter) -> None:
    index = DOING.index("check")
    page = enter(f"/lesson?resource={POINT}", STUDENT)
    page.locator(".lesson").wait_for()
    go_to_slide(page, index)
    key = SLIDES[index].key
    assert key is not None
    page.keyboard.press(str(key + 1))
    expect(page.locator(".verdict.right")).to_be_visible()
    page.wait_for_url(f"**slide={index}*")
    page.reload()
    expect(page.locator(".verdict.right")).to_be_visible()
    assert slide_number(page) == f"{index + 1} / {len(SLIDES)}"


def test_arrows_leaf_through_and_the_switches_show_pinyin_and_translation(enter: Enter) -> None:
    page = enter(f"/lesson?resource={POINT}&slide=2", STUDENT)
    expect(page.locator("rt").first).to_be_visible()
    page.get_by_role("button", name="Pinyin").click()
    expect(page.locator("rt")).to_have_count(0)
    page.get_by_role("button", name="Translation").click()
    expect(page.locator(".line .english")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".count")).to_contain_text(f"4 / {len(SLIDES)}")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".count")).to_contain_text(f"3 / {len(SLIDES)}")


def test_a_lesson_is_written_finished_and_left_for_practice(enter: Enter) -> None:
    page = enter(f"/lesson?resource={POINT}&slide={DOING.index('write')}", STUDENT)
    page.get_by_role("textbox", name="Write here").fill("今天很热。")
    page.get_by_role("button", name="Show a model answer").click()
    expect(page.locator(".lines .line")).to_have_count(1)
    assert page.get_by_role("textbox", name="Write here").input_value() == "今天很热。"
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(".count")).to_contain_text(f"{len(SLIDES)} / {len(SLIDES)}")
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("Noted as done.")).to_be_visible()
    page.get_by_role("button", name="Practise its points").click()
    expect(page.locator(".exercise")).to_be_visible()


def test_what_a_page_sends_while_it_is_left_does_not_empty_the_next_one(enter: Enter) -> None:
    """Somebody clicks on and on while the next page is being made."""
    page = enter(f"/lesson?resource={POINT}&slide={len(SLIDES) - 1}", STUDENT)
    page.get_by_role("button", name="Next", exact=True).click()
    practise = page.get_by_role("button", name="Practise its points")
    expect(practise).to_be_visible()
    page.wait_for_timeout(1_500)  # the address follows with a delay
    practise.evaluate(
        "(button) => { for (let late = 0; late < 1000; late += 25) setTimeout(() => button.click(), late); }"
    )
    page.wait_for_url("**/practice?*card=0*")
    page.wait_for_timeout(2_000)  # what came late would empty the page now
    expect(page.locator(".exercise")).to_be_visible()


def test_a_sentence_grows_on_the_board_as_it_is_said(page: Page, enter: Enter) -> None:
    page.add_init_script(VOICE)
    at = next(index for index, slide in enumerate(SLIDES) if isinstance(slide.picture, Build))
    enter(f"/lesson?resource={POINT}&slide={at}", STUDENT)
    picture = SLIDES[at].picture
    assert isinstance(picture, Build)
    board = page.locator(".build .part-text")
    expect(board).to_have_text([part.text for part in picture.steps[-1].parts])
    page.get_by_role("button", name="Play", exact=True).click()
    expect(board).to_have_text([part.text for part in picture.steps[0].parts])
    expect(page.locator(".lines .line")).to_have_count(1)
    expect(board).to_have_text([part.text for part in picture.steps[-1].parts], timeout=60_000)


def test_a_teacher_sees_it_as_a_preview_and_goes_back_to_the_list(enter: Enter) -> None:
    page = enter("/lesson?resource=lesson_n1-01&slide=99", TEACHER)
    page.get_by_role("button", name="English").click()
    expect(page.get_by_text("What you can do now")).to_be_visible()
    expect(page.get_by_role("button", name="Done")).to_have_count(0)
    page.get_by_role("button", name="Back to the lessons").click()
    expect(page.get_by_role("heading", name="Lessons")).to_be_visible()


def test_a_slide_of_each_kind_has_no_grave_faults(page: Page, enter: Enter) -> None:
    for index, kind in enumerate(DOING):
        enter(f"/lesson?resource={POINT}&slide={index}", STUDENT)
        page.locator(".lesson").wait_for()
        assert grave_faults_in_both(page) == {}, kind
    enter(f"/lesson?resource={POINT}&slide={len(DOING)}", STUDENT)
    expect(page.locator(".end")).to_be_visible()
    assert grave_faults_in_both(page) == {}


def test_on_a_phone_nothing_is_wider_than_the_screen_and_the_bar_stays_in_reach(page: Page, enter: Enter) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    enter(f"/lesson?resource={POINT}", STUDENT)
    for index in range(len(SLIDES)):
        expect(page.locator(".count")).to_contain_text(f"{index + 1} / ")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        wide = page.locator(".stage").evaluate("(stage) => stage.scrollWidth - stage.clientWidth")
        assert wide <= 0, index
        expect(page.get_by_role("button", name="Next", exact=True)).to_be_in_viewport(ratio=1)
        page.keyboard.press("ArrowRight")
