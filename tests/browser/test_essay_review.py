"""The desk in a real browser: an essay written, reviewed, redrafted beside its marks, judged by click, searched."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from core.backends.word_documents import plain_text
from evaluation.service.accessibility import grave_faults
from evaluation.service.looking import in_its_place, settled, until
from tests.browser.conftest import sign_in

pytestmark = pytest.mark.browser

STUDENT = "Enter as a student"
PATIENCE = 90_000
"""Milliseconds: the first essay waits for the parser."""
ESSAY = "我点了二个菜，我们吃得很快极了。\n\n下午我们去看电影，电影很有意思。"


@pytest.fixture
def desk(chromium: Browser, server_with_fakes: str) -> Iterator[Page]:
    """The desk, with its blank sheet."""
    context = chromium.new_context(locale="en-US", viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    sign_in(context, server_with_fakes, STUDENT)
    page.goto(f"{server_with_fakes}/writing")
    page.get_by_label("Your text", exact=True).wait_for()
    yield page
    context.close()


def open_at_width(page: Page, width: int) -> None:
    """The page in a window of this width from the beginning: what is resized draws its editor anew at some later moment."""
    page.set_viewport_size({"width": width, "height": 844})
    page.reload()
    page.get_by_label("Your text", exact=True).wait_for()


def review(page: Page) -> None:
    """Write the essay and have it reviewed, once the page is at rest: another theme draws it anew."""
    settled(page)
    page.get_by_label("Your text", exact=True).fill(ESSAY)
    page.get_by_role("button", name="Review my draft").click()
    expect(page.get_by_role("group", name="The marked essay")).to_be_visible(timeout=PATIENCE)


def test_what_is_written_survives_a_refresh_and_is_marked_and_judged_by_click(desk: Page) -> None:
    desk.get_by_label("Your text", exact=True).fill(ESSAY)
    desk.get_by_label("Title").fill("周末")
    expect(desk.get_by_role("status").get_by_text("Kept", exact=True)).to_be_visible(timeout=PATIENCE)
    desk.reload()
    desk.get_by_role("button", name="Continue", exact=True).click()
    expect(desk.get_by_label("Your text", exact=True)).to_have_value(ESSAY, timeout=PATIENCE)
    expect(desk.get_by_label("Title")).to_have_value("周末")
    review(desk)
    desk.locator(".error").nth(1).click()
    expect(desk.get_by_label("The chosen error").get_by_text("2 / 2")).to_be_visible()
    desk.get_by_role("button", name="This is right").click()
    expect(desk.get_by_label("The chosen error").get_by_text("You say this is right")).to_be_visible()
    desk.get_by_label("A word for your teacher").fill("老师这么说。")
    desk.get_by_role("button", name="Keep the note").click()
    expect(desk.get_by_text("Kept. Your teacher sees it.")).to_be_visible()
    assert grave_faults(desk) == []
    desk.get_by_test_id("stTabs").get_by_role("button", name="Undo").click()
    expect(desk.get_by_role("button", name="This is right")).to_be_visible()
    assert grave_faults(desk) == []


def test_a_text_that_did_not_arrive_is_sent_again_and_reviewed(desk: Page) -> None:
    settled(desk)
    desk.get_by_label("Your text", exact=True).evaluate(
        "(field, text) => { field.value = text; }", ESSAY
    )  # no event tells of it
    desk.get_by_role("button", name="Review my draft").click()
    expect(desk.get_by_role("group", name="The marked essay")).to_be_visible(timeout=PATIENCE)
    expect(desk.get_by_text("There is no essay yet")).to_have_count(0)


def test_a_text_that_is_too_long_is_refused_once_and_says_why(desk: Page) -> None:
    settled(desk)
    desk.get_by_label("Your text", exact=True).fill("我的家很大。" * 900)
    desk.get_by_role("button", name="Review my draft").click()
    expect(desk.get_by_text("The text was not kept: At most 5000 characters are kept")).to_be_visible()
    settled(desk)  # what goes on being sent never comes to rest
    expect(desk.get_by_text("The text was not kept: At most 5000 characters are kept")).to_be_visible()
    expect(desk.get_by_text("There is no text yet")).to_have_count(0)


def test_an_old_address_of_a_review_leads_its_student_to_the_desk(desk: Page) -> None:
    review(desk)
    origin, essay = desk.url.split("/writing?")
    desk.goto(f"{origin}/essay_review?{essay}")
    desk.wait_for_url(f"{origin}/writing?{essay}")
    expect(desk.get_by_role("group", name="The marked essay")).to_be_visible()
    expect(desk.get_by_label("Your text", exact=True)).to_have_value(ESSAY)


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
    assert grave_faults(desk) == []


def test_marks_are_gone_through_with_the_arrow_keys(desk: Page) -> None:
    review(desk)
    desk.locator(".error").first.focus()
    for key, position in (("ArrowRight", "2 / 2"), ("ArrowRight", "2 / 2"), ("Home", "1 / 2"), ("End", "2 / 2")):
        desk.keyboard.press(key)
        expect(desk.get_by_label("The chosen error").get_by_text(position)).to_be_visible()
    assert desk.locator(".error").evaluate_all("marks => marks.map(mark => mark.tabIndex)") == [-1, 0]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_a_marked_text_has_no_grave_faults_and_fits_its_window(desk: Page, scheme: str, width: int) -> None:
    desk.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    open_at_width(desk, width)
    review(desk)
    for name in ("Marked", "To learn from", "Drafts", "Corrected", "Scores"):
        desk.get_by_role("tab", name=name).click()
        expect(desk.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
        assert grave_faults(desk) == [], name
        assert desk.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth") <= 0, name


def test_without_a_connection_the_desk_says_where_the_text_is(desk: Page) -> None:
    desk.get_by_label("Your text", exact=True).fill(ESSAY)
    desk.context.set_offline(True)
    expect(desk.get_by_text("No connection. What you write is kept in this browser tab")).to_be_visible()
    desk.context.set_offline(False)
    expect(desk.get_by_text("No connection.")).to_have_count(0)


def test_a_review_is_downloaded_in_the_language_of_the_page(desk: Page) -> None:
    review(desk)
    with desk.expect_download() as begun:
        desk.get_by_role("button", name="Download as Word").click()
    text = plain_text(begun.value.path().read_bytes())
    assert text is not None
    assert "The marked essay" in text
    assert "作文批改" not in text


def test_on_a_narrow_window_the_chosen_error_is_seen_above_what_is_said_of_it(desk: Page) -> None:
    open_at_width(desk, 390)
    review(desk)
    mark, explanation = desk.locator(".error.here"), desk.locator(".detail")
    desk.locator(".line").first.click()

    def seen_above() -> bool:
        above, below = mark.bounding_box(), explanation.bounding_box()
        return above is not None and below is not None and above["y"] + above["height"] <= below["y"]

    until(desk, seen_above)  # the page glides there
    in_its_place(mark)
    assert seen_above()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_an_error_is_practised_over_the_review_and_the_review_stays(desk: Page, scheme: str, width: int) -> None:
    desk.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    open_at_width(desk, width)
    review(desk)
    desk.get_by_role("tab", name="To learn from").click()
    desk.get_by_role("tabpanel").get_by_role("button", name="Practise it now").first.click()
    dialog = desk.get_by_role("dialog")
    field = dialog.get_by_role("textbox", name="Your sentence")
    expect(field).to_have_value("我点了二个菜，我们吃得很快极了。")
    field.fill("我点了两个菜，我们吃得很快极了。")
    dialog.get_by_role("button", name="Compare").click()
    expect(dialog.get_by_text("Yes: that is how it is corrected.")).to_be_visible()
    assert grave_faults(desk) == []
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    desk.get_by_role("tab", name="Marked").click()
    expect(desk.get_by_role("group", name="The marked essay")).to_be_visible()


def test_a_draft_is_changed_beside_its_marks_and_what_was_put_in_is_taken_back(desk: Page) -> None:
    review(desk)
    editor = desk.get_by_label("Your text", exact=True)
    expect(editor).to_be_in_viewport()
    desk.locator(".error").first.click()
    desk.get_by_role("button", name="Accept", exact=True).click()
    desk.get_by_role("button", name="Put 1 accepted correction into the draft").click()
    expect(editor).to_have_value(ESSAY.replace("二个", "两个"))
    expect(desk.get_by_text("Since this review you have changed 1 of 2 marked places.")).to_be_visible()
    desk.get_by_role("button", name="Undo", exact=True).first.click()
    expect(editor).to_have_value(ESSAY)
    expect(desk.get_by_role("status").get_by_text("Kept", exact=True)).to_be_visible()
    desk.reload()
    expect(editor).to_have_value(ESSAY)
    settled(desk)
    editor.fill(ESSAY.replace("二个", "两个"))
    desk.get_by_role("button", name="Review my draft").click()
    expect(desk.get_by_text("1 error mended · 1 still there · 0 new").first).to_be_visible(timeout=PATIENCE)


def test_on_a_telephone_draft_and_review_are_one_tap_apart(desk: Page) -> None:
    open_at_width(desk, 390)
    review(desk)
    editor = desk.get_by_label("Your text", exact=True)
    expect(editor).not_to_be_visible()
    desk.get_by_role("radio", name="Draft", exact=True).click()
    expect(editor).to_be_visible()
    expect(desk.get_by_role("group", name="The marked essay")).not_to_be_visible()
    desk.get_by_role("radio", name="Review", exact=True).click()
    expect(desk.get_by_role("group", name="The marked essay")).to_be_visible()
