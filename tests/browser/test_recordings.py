"""Listening with an audio pack: recorded words are heard without any Chinese voice in the browser."""

from __future__ import annotations

import io
import shutil
import wave
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core.api.core import Core
from core.records.access import PERMISSIONS, Caller
from core.records.items import Item
from core.settings import Settings
from core.store.sql import SqlStore
from core.wire import QuestionType
from core.wiring import build_core
from evaluation.service.looking import until
from tests.browser.conftest import ENVIRONMENT, running_server, sign_in
from tests.browser.test_card_scripts import VOICE
from tests.browser.test_journeys import STUDENT

pytestmark = pytest.mark.browser

RECORD_PLAYED = """
window.played = [];
const play = HTMLMediaElement.prototype.play;
HTMLMediaElement.prototype.play = function () {
  window.played.push([decodeURIComponent(new URL(this.src).pathname), this.playbackRate, this.preservesPitch]);
  return play.call(this);
};
"""
NEXT_WORD_MS = 2_000
"""By then the next word would be heard, a word and a pause take 550: that something does not happen cannot be waited for."""
NO_VOICE = "Your browser has no Chinese voice"


def silence(seconds: float) -> bytes:
    """A wav file without a sound."""
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(bytes(2 * int(8000 * seconds)))
    return file.getvalue()


@dataclass
class PackedServer:
    """A server with an audio pack, and a core over its database."""

    address: str
    core: Core
    folder: Path

    def session(self, item: Item) -> str:
        """Path of a round with this item."""
        (account,) = self.core.store.accounts_named("student")
        assert account is not None
        assert account.student_id is not None
        caller, now = Caller(account.organisation_id, frozenset(PERMISSIONS), "en"), self.core.clock.now()
        self.core.store.issue_items(
            [item],
            organisation_id=caller.organisation_id,
            student_id=None,
            at=now,
            not_since=now - timedelta(days=1),
            call=None,
            reply=None,
        )
        practice = self.core.practice.review(account.student_id, [item.id], caller)
        return f"/practice?session={practice.session_id}"

    def first(self, kind: QuestionType, *, words: int = 1) -> Item:
        """The first listening item of so many words, each of which has a recording."""
        items = self.core.bank.items(kind, "listening", "beginner")
        return next(
            item
            for item in items
            if len(item.words) == words
            and all(self.core.questions.recording(word) for word in item.words)
            and item.audio is not None
            and len(item.audio.text or "") <= 3 * words
        )

    def open(self, page: Page, item: Item) -> Page:
        """The student's card of an item."""
        sign_in(page.context, self.address, STUDENT)
        page.goto(f"{self.address}{self.session(item)}")
        page.locator(".exercise").wait_for()
        return page


@pytest.fixture(scope="module")
def packed_server(tmp_path_factory: pytest.TempPathFactory, demo_database: Path) -> Iterator[PackedServer]:
    folder, home = tmp_path_factory.mktemp("recordings"), tmp_path_factory.mktemp("server")
    shutil.copy(demo_database, home)
    database = f"sqlite:///{home / 'wenlu.db'}"
    core = build_core(Settings(database_url=database, recordings=str(folder)))
    for word in core.tables.words.by_form:
        if len(word) <= 2:
            (folder / f"{word}.wav").write_bytes(silence(0.2))
    sentences = folder.with_name(f"{folder.name}-sentences")
    sentences.mkdir()
    for name in ("one", "two"):
        (sentences / f"{name}.wav").write_bytes(silence(0.4))
    (sentences / "index.tsv").write_text("file\ttext\none.wav\t我们是同学。\ntwo.wav\t你是学生吗？\n", encoding="utf-8")
    with running_server(home, {**ENVIRONMENT, "WENLU_RECORDINGS": str(folder)}) as address:
        yield PackedServer(address, core, folder)
    assert isinstance(core.store, SqlStore)
    core.store.close()


def test_a_recorded_word_is_played_without_a_voice(page: Page, packed_server: PackedServer) -> None:
    page.add_init_script(RECORD_PLAYED)
    item = packed_server.first("multiple_choice")
    packed_server.open(page, item)
    expect(page.get_by_text("Recorded by native speakers")).to_be_visible()
    expect(page.get_by_text(NO_VOICE)).to_have_count(0)
    page.locator("[data-listen]").click()
    file = f"/recordings/{item.words[0]}.wav"
    until(page, "window.played.length === 1")
    expect(page.locator("[data-listen]")).to_contain_text("Listen")
    page.get_by_role("button", name="0.6×").click()
    page.get_by_role("button", name="Again").click()
    until(page, "window.played.length === 2")
    assert page.evaluate("window.played") == [[file, 1, True], [file, 0.6, True]]
    page.get_by_role("button", name="1×", exact=True).click()
    page.locator("label.option").first.click()
    page.get_by_role("button", name="Check").click()
    page.locator(".verdict [data-listen]").click()
    until(page, "window.played.length === 3")
    expect(page.locator(".verdict")).to_contain_text("Recorded by native speakers")


def test_words_heard_one_by_one_are_played_in_turn_and_stopped(page: Page, packed_server: PackedServer) -> None:
    page.add_init_script(RECORD_PLAYED)
    item = packed_server.first("matching", words=4)
    packed_server.open(page, item)
    page.get_by_role("button", name="Listen 2").click()
    until(page, "window.played.length === 1")
    page.locator("[data-listen]").click()
    until(page, "window.played.length === 3")
    page.locator("[data-listen]").click()
    page.wait_for_timeout(NEXT_WORD_MS)
    played = [path for path, *_ in page.evaluate("window.played")]
    assert played == [f"/recordings/{item.words[index]}.wav" for index in (1, 0, 1)]


def test_a_recording_that_fails_is_said_by_the_voice(page: Page, packed_server: PackedServer) -> None:
    page.add_init_script(VOICE)
    page.route("**/recordings/**", lambda route: route.abort())
    item = packed_server.first("multiple_choice")
    packed_server.open(page, item)
    page.locator("[data-listen]").click()
    until(page, "window.said.length === 1")
    assert page.evaluate("window.said") == item.words
    expect(page.get_by_text("Synthetic voice of your browser")).to_be_visible()


def test_a_recording_that_fails_without_a_voice_leaves_a_way_on(page: Page, packed_server: PackedServer) -> None:
    page.route("**/recordings/**", lambda route: route.fulfill(status=404))
    packed_server.open(page, packed_server.first("fill_blank"))
    page.locator("[data-listen]").click()
    expect(page.get_by_text(NO_VOICE)).to_be_visible()
    page.get_by_role("button", name="Skip this card").click()
    expect(page.locator(".verdict.skip")).to_be_visible()


def test_a_recorded_sentence_is_dictated_as_synthetic_at_a_speed_that_is_kept(
    page: Page, packed_server: PackedServer
) -> None:
    page.add_init_script(RECORD_PLAYED)
    drafts = packed_server.core.questions.recorded_items.by_level()[1]
    first, second = (item for draft in drafts if (item := draft.item()) is not None)
    packed_server.open(page, first)
    expect(page.get_by_text("Recorded by a synthetic voice")).to_be_visible()
    expect(page.get_by_text(NO_VOICE)).to_have_count(0)
    page.locator(".exercise input.typed").fill("我们")
    page.get_by_role("button", name="0.8×").click()
    expect(page.get_by_role("button", name="0.8×")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-listen]").click()
    until(page, "window.played.length === 1")
    assert page.evaluate("window.played") == [["/recordings/sentences/one.wav", 0.8, True]]
    page.locator(".exercise input.typed").fill("我们是同学")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".verdict.right")).to_be_visible()
    expect(page.locator(".verdict")).to_contain_text("Recorded by a synthetic voice")
    page.goto(f"{packed_server.address}{packed_server.session(second)}")
    expect(page.get_by_role("button", name="0.8×")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="1×", exact=True).click()
