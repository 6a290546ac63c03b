"""Speaking in a real browser: a fake microphone fed by a file, the result by click and by key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from evaluation.service.accessibility import grave_faults, grave_faults_in_both
from evaluation.service.looking import until
from evaluation.speech.reports import UMBRELLA, wav
from tests.browser.conftest import VOICE_SECONDS, sign_in

pytestmark = pytest.mark.browser

STUDENT = "Enter as a student"
PATIENCE = 60_000
"""Milliseconds for what goes to the server and back on a busy machine."""
COUNT_PLAYED_OUT = """() => {
  window.playedOut = 0;
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    this.addEventListener("ended", () => { window.playedOut += 1; }, { once: true });
    return play.call(this);
  };
}"""
"""Counts what was played to its end from now on."""
MICROPHONE_AS_IT_IS = """() => {
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  const audio = { autoGainControl: false, echoCancellation: false, noiseSuppression: false };
  navigator.mediaDevices.getUserMedia = () => open({ audio });
}"""
"""Has the browser leave the sound of the microphone alone: its automatic gain makes the hum of the file too loud in some runs."""


@pytest.fixture
def desk(chromium: Browser, server_with_fakes: str) -> Iterator[Page]:
    """The desk with a text of one's own."""
    context = chromium.new_context(locale="en-US", viewport={"width": 1280, "height": 900}, permissions=["microphone"])
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    sign_in(context, server_with_fakes, STUDENT)
    open_text(page, server_with_fakes, UMBRELLA)
    yield page
    context.close()


def open_text(page: Page, address: str, text: str) -> None:
    """Go to the desk with a text of one's own."""
    page.goto(f"{address}/speaking")
    page.get_by_role("tab", name="Your own text").click()
    page.get_by_label("Chinese text, up to 2,000 characters").fill(text)
    page.get_by_role("button", name="Read this").click()
    expect(page.get_by_role("button", name="All texts")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("button", name="Record", exact=True)).to_be_visible(timeout=PATIENCE)


def choose_file(page: Page, file: Path, raw: bytes) -> None:
    """Upload a recording."""
    file.write_bytes(raw)
    page.get_by_text("Or choose a file").click()
    page.locator("[class*=st-key-speaking_file_] input[type=file]").set_input_files(file)


def test_what_is_said_into_the_microphone_is_scored_and_shown_syllable_by_syllable(desk: Page) -> None:
    desk.evaluate(MICROPHONE_AS_IT_IS)
    desk.get_by_role("button", name="Record", exact=True).click()
    expect(desk.get_by_role("timer")).to_have_text("0:02 / 2:00", timeout=PATIENCE)
    desk.get_by_role("button", name="Stop", exact=True).click()
    expect(desk.get_by_text("The level is good: it is sent in a moment.")).to_be_visible()
    expect(desk.get_by_text("let the third tone go low")).to_be_visible(timeout=PATIENCE)
    expect(desk.get_by_label("买 mǎi: misread (Tone)")).to_have_attribute("aria-pressed", "true")
    expect(desk.get_by_text("Heard: second tone.")).to_be_visible()
    desk.get_by_role("button", name="My reading", exact=True).click()
    expect(desk.get_by_text("This browser cannot play it")).to_have_count(0)


def test_one_syllable_after_another_is_played_without_a_fault(desk: Page, tmp_path: Path) -> None:
    choose_file(desk, tmp_path / "a.wav", wav(VOICE_SECONDS))
    expect(desk.get_by_role("button", name="My reading", exact=True)).to_be_visible(timeout=PATIENCE)
    desk.evaluate(COUNT_PLAYED_OUT)
    desk.get_by_role("button", name="My reading", exact=True).evaluate(
        "button => { button.click(); button.click(); button.click(); }"
    )
    until(desk, "window.playedOut > 0")
    expect(desk.get_by_text("This browser cannot play it")).to_have_count(0)


def test_arrow_keys_move_between_syllables_and_what_cannot_be_judged_says_so(desk: Page, tmp_path: Path) -> None:
    choose_file(desk, tmp_path / "a.wav", wav(VOICE_SECONDS))
    desk.get_by_label("买 mǎi: misread (Tone)").click()
    desk.keyboard.press("ArrowRight")
    desk.keyboard.press("ArrowRight")
    expect(desk.get_by_label("把 bǎ: cannot judge")).to_be_focused()
    expect(desk.get_by_label("The syllable").get_by_text("cannot judge").first).to_be_visible()
    desk.keyboard.press("End")
    expect(desk.get_by_label("吗 ma: right")).to_be_focused()


def test_a_refused_recording_stays_with_its_text(desk: Page, tmp_path: Path) -> None:
    choose_file(desk, tmp_path / "a.wav", b"RIFF" + bytes(100))
    expect(desk.get_by_text("The text and your recording are kept")).to_be_visible(timeout=PATIENCE)
    expect(desk.get_by_text(UMBRELLA).first).to_be_visible()


def test_a_result_has_no_grave_faults(desk: Page, tmp_path: Path) -> None:
    choose_file(desk, tmp_path / "a.wav", wav(VOICE_SECONDS))
    expect(desk.get_by_text("Sounds and tones")).to_be_visible(timeout=PATIENCE)
    assert grave_faults_in_both(desk) == {}


def test_a_pair_is_drilled_from_the_table(desk: Page, server_with_fakes: str) -> None:
    desk.goto(f"{server_with_fakes}/tone_pairs")
    desk.get_by_label("first tone + fourth tone").click()
    expect(desk.get_by_text("Drill: first tone + fourth tone")).to_be_visible(timeout=PATIENCE)
    assert grave_faults(desk) == []
