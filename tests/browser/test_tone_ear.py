"""The tone ear in a browser: recordings are played without a voice, answered, compared and counted."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from evaluation.service.looking import until
from tests.browser.conftest import ENVIRONMENT, running_server, sign_in
from tests.browser.test_journeys import STUDENT
from tests.browser.test_recordings import RECORD_PLAYED, silence

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def syllable_server(tmp_path_factory: pytest.TempPathFactory, demo_database: Path) -> Iterator[str]:
    """A server whose audio pack holds the four tones of one syllable."""
    folder, home = tmp_path_factory.mktemp("recordings"), tmp_path_factory.mktemp("server")
    shutil.copy(demo_database, home)
    for tone in range(1, 5):
        (folder / f"ma{tone}.wav").write_bytes(silence(0.2))
    with running_server(home, {**ENVIRONMENT, "WENLU_RECORDINGS": str(folder)}) as address:
        yield address


def test_a_tone_is_heard_compared_with_the_one_chosen_and_opened_in_the_table(page: Page, syllable_server: str) -> None:
    page.add_init_script(RECORD_PLAYED)
    sign_in(page.context, syllable_server, STUDENT)
    page.goto(f"{syllable_server}/tone_pairs")
    page.get_by_role("button", name="Train the ear").click()
    card = page.locator(".st-key-tone_ear_card")
    card.get_by_role("button", name="Listen").click()
    until(page, "window.played.length === 1")
    (first,) = page.evaluate("window.played.map(([path]) => path)")
    tone = int(first.removeprefix("/recordings/ma")[0])
    wrong = 1 + tone % 4
    # By role and name it could be the button of the speed, 1×.
    card.get_by_test_id("stBaseButton-secondary").filter(has_text=str(wrong)).click()
    expect(card.get_by_text("Compare the two:")).to_be_visible()
    chosen = card.get_by_test_id("stColumn").filter(has_text="What you chose:")
    chosen.get_by_role("button", name="Listen").click()
    until(page, "window.played.length === 2")
    assert page.evaluate("window.played.at(-1)[0]") == f"/recordings/ma{wrong}.wav"
    page.locator(".st-key-tone_table_ear").get_by_role("button", name="too few").click()
    answers = page.locator(".st-key-tone_table_answers")
    expect(answers).to_contain_text("1 of 1, too few for a share")
    expect(answers).to_contain_text("Given:")
    page.get_by_role("button", name="Next sound").click()
    expect(card.get_by_text("Compare the two:")).to_have_count(0)
    card.get_by_role("button", name="Listen").click()
    until(page, "window.played.length === 3")
    assert page.evaluate("window.played.at(-1)[0]") != first
