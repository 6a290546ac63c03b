"""The administration page: recordings are fetched by a click and never unasked, with credit, progress and plain errors."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from core.api.core import Core
from core.api.sound import PackFetch
from core.backends.audio_pack import CREDIT, SENTENCES_CREDIT, AudioPack
from core.backends.recordings import RecordedWords
from core.backends.sentence_pack import RecordedSentences
from core.errors import Forbidden
from pages.parts.admin.audio_pack import fetch_text, share_of
from pages.parts.admin.views import SERVICE
from tests.backends.test_sentence_pack import flat
from tests.commands.test_audio import NAMES, packed
from tests.pages.admin.conftest import section
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text


@pytest.fixture
def served_pack() -> Iterator[str]:
    """The address of a small pack on a server of this machine."""
    content = packed(*NAMES)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing on stderr."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{running.server_address[1]}/pack.tar.gz"
        running.shutdown()
        thread.join()


def give_pack(core: Core, folder: Path, source: str, monkeypatch: pytest.MonkeyPatch) -> AudioPack:
    """The core's pack in that folder, and the demo's organisation as a school of its own."""
    pack = AudioPack(folder, source=source)
    core.sound._pack = pack
    monkeypatch.setattr(core.sound, "may_fetch", lambda _: True)
    return pack


def fetched() -> None:
    """Wait until no fetch is under way."""
    for thread in threading.enumerate():
        if thread.name == "audio-pack":
            thread.join(30)


def test_nothing_is_fetched_before_a_click_and_then_the_pack_is_there_with_its_credit(
    open_page: OpenPage, core: Core, tmp_path: Path, served_pack: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "recordings"
    pack = give_pack(core, folder, served_pack, monkeypatch)
    words = RecordedWords(folder)
    test = section(open_page, SERVICE).run()
    assert "No recorded words are installed" in page_text(test)
    assert (pack.fetch.state, words.words) == ("idle", frozenset())
    test.button(key="audio_pack_fetch_words").click().run()
    fetched()
    assert pack.fetch == PackFetch("done")
    test.run()
    assert "1 words and 1 syllables are installed" in page_text(test)
    assert CREDIT in page_text(test)
    assert words.url("茶") == "/recordings/%E8%8C%B6.mp3", "a running server reads the folder again"


def test_a_pack_that_cannot_be_fetched_is_told_in_plain_words(
    open_page: OpenPage, core: Core, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    give_pack(core, tmp_path / "recordings", "http://127.0.0.1:1/pack.tar.gz", monkeypatch)
    test = section(open_page, SERVICE).run()
    test.button(key="audio_pack_fetch_words").click().run()
    fetched()
    test.run()
    assert not test.exception
    assert "The recordings could not be fetched" in page_text(test)
    assert "Connection refused" in page_text(test)
    assert test.button(key="audio_pack_fetch_words").label == "Fetch the recordings"


def test_whoever_enters_the_demo_fetches_nothing(open_page: OpenPage, core: Core) -> None:
    test = section(open_page, SERVICE).run()
    assert "In the demo nothing is fetched from here" in page_text(test)
    assert all(button.key != "audio_pack_fetch_words" for button in test.button)
    assert account_of(core, "admin").organisation_id
    with pytest.raises(Forbidden, match="not fetched by those who enter the demo"):
        core.sound.begin_fetch(caller_of(core, "admin"))


def test_a_download_of_unknown_length_says_so() -> None:
    fetch = PackFetch("downloading", 25_400_000)
    assert share_of(fetch) == 0.0
    assert "25 MB" in fetch_text(fetch)
    assert share_of(PackFetch("downloading", 10, 40)) == 0.25


def test_the_sentences_have_a_button_of_their_own_with_size_and_licence(
    open_page: OpenPage, core: Core, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    give_pack(core, tmp_path / "recordings", "http://127.0.0.1:1/pack.tar.gz", monkeypatch)
    folder = tmp_path / "recordings-sentences"
    source = flat(tmp_path / "pack.tar")
    core.sound._sentence_pack = AudioPack(folder, kind="sentences", source=str(source))
    test = section(open_page, SERVICE).run()
    for part in ("no7z, CC BY-SA 4.0", "CosyVoice2", "some 180 megabytes", "audio-cmn"):
        assert part in page_text(test), part
    test.button(key="audio_pack_fetch_sentences").click().run()
    fetched()
    test.run()
    assert not test.exception
    assert core.sound.fetch("sentences") == PackFetch("done")
    assert core.sound.fetch() == PackFetch()
    assert "2 sentences are installed" in page_text(test)
    assert "labelled as synthetic" in page_text(test)
    assert SENTENCES_CREDIT in page_text(test)
    assert len(RecordedSentences(folder).sentences) == 2
