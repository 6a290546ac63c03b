"""The recorder in a real browser: level, replay, sending; and the one place in which all that is spoken lies."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from evaluation.service.accessibility import grave_faults_in_both
from evaluation.service.looking import until
from evaluation.speech.reports import UMBRELLA
from tests.browser.conftest import sign_in
from tests.browser.test_speaking import COUNT_PLAYED_OUT, PATIENCE, STUDENT, open_text

pytestmark = pytest.mark.browser

TONE_OF_AMPLITUDE = """amplitude => {
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const tone = new OscillatorNode(context, { frequency: 200 }), gain = new GainNode(context, { gain: amplitude });
    const end = context.createMediaStreamDestination();
    tone.connect(gain).connect(end);
    tone.start();
    return end.stream;
  };
}"""
"""A microphone that hears a tone of that amplitude (1: full scale)."""
REFUSED = """() => { navigator.mediaDevices.getUserMedia = async () => { throw new DOMException("", "NotAllowedError"); }; }"""
SILENCE, QUIET, GOOD, OVERDRIVEN = 0.0, 0.025, 0.3, 4.0
"""Amplitudes: none, a peak of -32 dBFS, a good one, tops cut off."""
PAST_ITS_GOING_MS = 4_500
"""By then a good recording that nobody keeps back has gone (`GOES_BY_ITSELF_MS` of the recorder)."""
LONG = UMBRELLA * 40
PHONE = {"width": 390, "height": 844}

Desk = Callable[..., Page]


@pytest.fixture
def desk(chromium: Browser, server_with_fakes: str) -> Iterator[Desk]:
    """Opens the desk with a text of one's own, in a window of that size."""
    context = chromium.new_context(locale="en-US", permissions=["microphone"])
    context.set_default_timeout(PATIENCE)
    sign_in(context, server_with_fakes, STUDENT)

    def open_desk(text: str = UMBRELLA, *, width: int = 1280, height: int = 900) -> Page:
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        open_text(page, server_with_fakes, text)
        return page

    yield open_desk
    context.close()


def record(page: Page, amplitude: float = GOOD) -> None:
    """Record a second or two of a tone."""
    page.evaluate(TONE_OF_AMPLITUDE, amplitude)
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_role("timer")).to_have_text("0:01 / 2:00")
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_role("button", name="Hear it")).to_be_focused()


def test_a_recording_that_is_heard_waits_and_one_that_is_left_goes_by_itself(desk: Desk) -> None:
    page = desk()
    uploads: list[str] = []
    page.on("request", lambda request: uploads.append(request.url) if "upload_file" in request.url else None)
    page.evaluate(COUNT_PLAYED_OUT)
    record(page)
    page.get_by_role("button", name="Hear it").click()
    until(page, "window.playedOut > 0")
    page.wait_for_timeout(PAST_ITS_GOING_MS)
    assert uploads == []
    record(page)
    expect(page.get_by_text("The result stands below.")).to_be_visible()
    assert len(uploads) == 1
    expect(page.locator("[class*=st-key-speaking_heard_]")).to_be_in_viewport()


def test_the_recorder_is_worked_by_keys_alone(desk: Desk) -> None:
    page = desk()
    page.evaluate(TONE_OF_AMPLITUDE, GOOD)
    page.get_by_role("button", name="Record", exact=True).focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_focused()
    expect(page.get_by_role("timer")).to_have_text("0:01 / 2:00")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Hear it")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Send")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("let the third tone go low")).to_be_visible()


def test_the_meter_tells_the_level_in_words_while_one_speaks(desk: Desk) -> None:
    page = desk()
    page.evaluate(TONE_OF_AMPLITUDE, QUIET)
    page.get_by_role("button", name="Record", exact=True).click()
    meter = page.get_by_role("meter", name="Level of the microphone")
    expect(meter).to_have_attribute("aria-valuetext", "Too quiet: come nearer")
    expect(page.get_by_text("Too quiet: come nearer")).to_be_visible()


@pytest.mark.parametrize(
    ("amplitude", "sentence", "way_on"),
    [
        (SILENCE, "Nothing but silence was recorded.", None),
        (QUIET, "Very quiet: scores may be off.", "Send anyway"),
        (OVERDRIVEN, "So loud that it is distorted", "Send anyway"),
        (GOOD, "The level is good: it is sent in a moment.", "Send"),
    ],
)
def test_what_is_wrong_with_a_recording_is_told_before_it_is_sent(
    desk: Desk, amplitude: float, sentence: str, way_on: str | None
) -> None:
    page = desk()
    record(page, amplitude)
    expect(page.get_by_role("status").filter(has_text=sentence)).to_be_visible()
    buttons = page.locator(".send:visible")
    assert [button.inner_text().strip() for button in buttons.all()] == ([] if way_on is None else [way_on])


def test_a_microphone_that_is_not_allowed_is_explained(desk: Desk) -> None:
    page = desk()
    page.evaluate(REFUSED)
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.get_by_text("The browser does not allow the microphone.")).to_be_visible()
    expect(page.get_by_role("button", name="Record", exact=True)).to_be_enabled()


@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 900}])
def test_the_record_button_is_in_view_from_the_first_line_of_a_long_text_to_the_last(
    desk: Desk, size: dict[str, int]
) -> None:
    page = desk(LONG, **size)
    button = page.get_by_role("button", name="Record", exact=True)
    expect(button).to_be_in_viewport(ratio=1)
    page.locator(".st-key-speaking_text").evaluate("sheet => sheet.scrollIntoView({ block: 'end' })")
    expect(button).to_be_in_viewport(ratio=1)
    box = button.bounding_box()
    assert box is not None
    assert box["width"] > 150
    assert box["height"] >= 72


def test_texts_pairs_and_history_are_one_place_with_tabs(desk: Desk, server_with_fakes: str) -> None:
    page = desk()
    record(page)
    expect(page.get_by_text("The result stands below.")).to_be_visible()
    tabs = page.locator(".st-key-tabs")
    tabs.get_by_role("link", name="Tone pairs").click()
    expect(page).to_have_url(f"{server_with_fakes}/tone_pairs")
    expect(page.get_by_role("button", name="Drill the weakest")).to_be_visible()
    tabs.get_by_role("link", name="My history").click()
    expect(page).to_have_url(f"{server_with_fakes}/speaking_history")
    page.mouse.move(0, 0)  # a button under the pointer is drawn darker by Streamlit
    assert grave_faults_in_both(page) == {}
    page.get_by_role("link", name=UMBRELLA).first.click()
    expect(page.get_by_text("let the third tone go low")).to_be_visible()
    tabs.get_by_role("link", name="Read a text").click()
    expect(page.get_by_role("tab", name="Your own text")).to_be_visible()


def test_the_menu_names_one_place_and_marks_it_and_the_tab_on_every_page_of_speaking(
    desk: Desk, server_with_fakes: str
) -> None:
    page = desk()
    tabs = {
        "speaking": "Read a text",
        "tone_pairs": "Tone pairs",
        "speaking_history": "My history",
        "read_aloud": "Read a text",
    }
    for name, tab in tabs.items():
        page.goto(f"{server_with_fakes}/{name}")
        expect(page.locator(".st-key-tab_open")).to_have_text(re.compile(f"{tab}$"))
        entry = page.get_by_test_id("stSidebar").get_by_role("link", name="Speak")
        expect(entry).to_have_count(1)
        expect(entry).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")
    expect(page.get_by_test_id("stSidebar").get_by_role("link", name="Tone pairs")).to_have_count(0)


def test_a_recorder_with_a_recording_has_no_grave_faults(desk: Desk) -> None:
    page = desk()
    record(page, QUIET)
    assert grave_faults_in_both(page) == {}
