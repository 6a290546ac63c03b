"""wenlu audio: fetched from a server, taken up where it was cut off, taken from files; words and syllables."""

from __future__ import annotations

import hashlib
import io
import tarfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from core.backends import downloads
from core.backends.downloads import DownloadFailed, WrongContent, fetch
from core.backends.recordings import RecordedWords
from core.cli import main
from core.commands import audio
from core.commands.processes import serving
from core.errors import BadSetting

NAMES = (
    "audio-cmn-master/64k/hsk/cmn-茶.mp3",
    "audio-cmn-master/64k/syllabs/cmn-lv4.mp3",
    "audio-cmn-master/README.md",
)


def packed(*names: str, sound: bytes = b"sound" * 4_000) -> bytes:
    """A tar.gz of recordings, as a forge packs a repository."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz", compresslevel=0) as written:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size = len(sound)
            written.addfile(member, io.BytesIO(sound))
    return file.getvalue()


@dataclass
class Server:
    """A file on a server of this machine, and how it is served."""

    content: bytes
    address: str = ""
    etag: str = '"1"'
    announce: bool = True
    status: int = 200
    cut_after: int | None = None
    """The first answer ends after so many bytes."""
    ranges: list[str | None] = field(default_factory=list)
    """What was asked for."""

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        """One GET."""
        asked = handler.headers.get("Range")
        self.ranges.append(asked)
        start = 0
        if asked and handler.headers.get("If-Range") == self.etag:
            start = int(asked.removeprefix("bytes=").removesuffix("-"))
        handler.send_response(self.status if self.status != 200 else 206 if start else 200)
        if start:
            handler.send_header("Content-Range", f"bytes {start}-{len(self.content) - 1}/{len(self.content)}")
        elif self.announce:
            handler.send_header("Content-Length", str(len(self.content)))
        handler.send_header("ETag", self.etag)
        handler.end_headers()
        end, self.cut_after = self.cut_after, None
        handler.wfile.write(self.content[start:end])


@pytest.fixture
def server() -> Iterator[Server]:
    """Serves a small pack."""
    served = Server(packed(*NAMES))

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.answer(self)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing on stderr."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        served.address = f"http://127.0.0.1:{running.server_address[1]}/pack.tar.gz"
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        yield served
        running.shutdown()
        thread.join()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the environment says that recordings lie."""
    folder = tmp_path / "home" / "recordings"
    monkeypatch.setenv("WENLU_RECORDINGS", str(folder))
    return folder


def silent(there: int, total: int | None) -> None:
    """Progress that nobody watches."""


def test_the_pack_is_fetched_from_its_source_with_its_credit(
    home: Path, server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audio, "SOURCE", server.address)
    assert main(["audio", "install"]) == 0
    said = capsys.readouterr()
    assert "1 words (1 of the word list with one reading) and 1 syllables" in said.out
    assert f"Downloading {server.address}" in said.err
    assert "MB" in said.err
    recorded = RecordedWords(home)
    assert (set(recorded.words), set(recorded.syllables)) == ({"茶"}, {"lü4"})
    assert recorded.syllable_url("lü4") == "/recordings/l%C3%BC4.mp3"
    assert recorded.file("lü4.mp3") == home / "lü4.mp3"
    for who in ("Yue Tan", "Chen Wang", "Hugo Lopez", "CC BY-SA"):
        assert who in recorded.credit()
    assert [path.name for path in home.parent.iterdir()] == ["recordings"]


def test_a_word_is_no_syllable_and_a_syllable_no_word(home: Path, tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    for name in ("茶.mp3", "ma3.ogg", "ma6.ogg", "love1.ogg"):
        (tmp_path / "pack" / name).write_bytes(b"sound")
    assert main(["audio", "install", "--from", str(tmp_path / "pack")]) == 0
    recorded = RecordedWords(home)
    assert (recorded.url("ma3"), recorded.syllable_url("茶"), recorded.syllable_url("ma4")) == (None, None, None)
    assert (recorded.url("茶"), recorded.syllable_url("ma3")) == ("/recordings/%E8%8C%B6.mp3", "/recordings/ma3.ogg")
    assert recorded.file("love1.ogg") is None


def test_words_and_syllables_of_several_files_are_put_together(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, file in (("audio-cmn-words.tar.gz", "茶.ogg"), ("audio-cmn-syllables.tar.gz", "ma3.ogg")):
        (tmp_path / name).write_bytes(packed(file))
    both = [str(tmp_path / "audio-cmn-words.tar.gz"), "--from", str(tmp_path / "audio-cmn-syllables.tar.gz")]
    assert main(["audio", "install", "--from", *both]) == 0
    assert main(["audio", "status"]) == 0
    assert "1 words (1 of the word list with one reading) and 1 syllables" in capsys.readouterr().out
    assert "Chen Wang" in RecordedWords(home).credit()


def test_of_several_qualities_the_folder_64k_is_taken(home: Path, tmp_path: Path) -> None:
    for quality, size in (("96k", 300), ("64k", 200), ("18k-abr", 100)):
        (tmp_path / "pack" / quality / "hsk").mkdir(parents=True)
        (tmp_path / "pack" / quality / "hsk" / "cmn-茶.mp3").write_bytes(b"x" * size)
    assert main(["audio", "install", "--from", str(tmp_path / "pack")]) == 0
    assert (home / "茶.mp3").stat().st_size == 200


def test_a_pack_elsewhere_says_how_it_is_used_and_is_removed(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pack.tar.gz").write_bytes(packed("茶.ogg"))
    there = tmp_path / "there"
    assert main(["audio", "install", "--from", str(tmp_path / "pack.tar.gz"), "--to", str(there)]) == 0
    said = capsys.readouterr().out
    assert f"WENLU_RECORDINGS={there}" in said
    assert "Nobody is named as their maker" in said
    assert not home.exists()
    assert main(["audio", "remove", "--to", str(there)]) == 0
    assert not there.exists()
    assert main(["audio", "status"]) == 0
    assert "No audio pack is installed" in capsys.readouterr().out


def test_a_download_that_is_cut_off_goes_on_where_it_was(server: Server, tmp_path: Path) -> None:
    server.cut_after = 10_000
    fetch(server.address, tmp_path / "part", progress=silent)
    assert (tmp_path / "part").read_bytes() == server.content
    assert server.ranges == [None, "bytes=10000-"]


def test_a_later_run_goes_on_too_and_a_whole_file_is_not_fetched_again(server: Server, tmp_path: Path) -> None:
    server.cut_after = 10_000
    with pytest.raises(DownloadFailed, match="it ended after 10000 of"):
        fetch(server.address, tmp_path / "part", progress=silent, attempts=1)
    for _ in range(2):
        fetch(server.address, tmp_path / "part", progress=silent)
    assert (tmp_path / "part").read_bytes() == server.content
    assert server.ranges == [None, "bytes=10000-"]


def test_another_version_is_fetched_from_the_beginning(server: Server, tmp_path: Path) -> None:
    server.cut_after = 10_000
    with pytest.raises(DownloadFailed):
        fetch(server.address, tmp_path / "part", progress=silent, attempts=1)
    server.etag, server.content = '"2"', packed(*NAMES, sound=b"other" * 4_000)
    fetch(server.address, tmp_path / "part", progress=silent)
    assert (tmp_path / "part").read_bytes() == server.content


def test_a_file_of_unknown_length_is_taken_whole(server: Server, tmp_path: Path) -> None:
    server.announce = False
    seen: list[int | None] = []
    fetch(server.address, tmp_path / "part", progress=lambda there, total: seen.append(total))
    assert (tmp_path / "part").read_bytes() == server.content
    assert set(seen) == {None}


def test_a_checksum_is_held(home: Path, server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = hashlib.sha256(server.content).hexdigest()
    assert main(["audio", "install", "--from", server.address, "--sha256", "0" * 64]) == 1
    assert f"its SHA-256 is {right}" in capsys.readouterr().err
    assert not home.exists()
    assert main(["audio", "install", "--from", server.address, "--sha256", right.upper()]) == 0


@pytest.mark.parametrize("status", [404, 503])
def test_what_the_server_answers_is_said(
    home: Path, server: Server, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    server.status = status
    assert main(["audio", "install", "--from", server.address]) == 1
    said = capsys.readouterr().err
    assert f"could not be downloaded: the server answered {status}" in said
    assert "--from FILE" in said
    assert not home.exists()


def test_without_a_network_one_line_says_what_to_do(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audio, "SOURCE", "http://127.0.0.1:9/pack.tar.gz")
    assert main(["audio", "install"]) == 1
    last = capsys.readouterr().err.strip().splitlines()[-1]
    assert last.startswith("wenlu: http://127.0.0.1:9/pack.tar.gz could not be downloaded: Connection refused.")
    assert not home.exists()


def test_a_broken_download_changes_nothing_and_is_not_kept(
    home: Path, server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pack.tar.gz").write_bytes(packed("茶.ogg"))
    main(["audio", "install", "--from", str(tmp_path / "pack.tar.gz")])
    server.content = server.content[: len(server.content) // 2]
    assert main(["audio", "install", "--from", server.address]) == 1
    assert "cannot be read as an archive of recordings" in capsys.readouterr().err
    assert set(RecordedWords(home).words) == {"茶"}
    assert [path.name for path in home.parent.iterdir()] == ["recordings"]


def test_what_is_larger_than_any_pack_is_not_fetched(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "MOST_BYTES", 1_000)
    for announced in (True, False):
        server.announce = announced
        with pytest.raises(WrongContent, match="more than"):
            fetch(server.address, tmp_path / "part", progress=silent)


def test_a_disk_that_cannot_be_written_is_named(server: Server, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadSetting, match="'part' cannot be written"):
        fetch(server.address, tmp_path / "file" / "part", progress=silent)


def test_only_addresses_of_the_web_are_fetched(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audio", "install", "--from", "file:///etc/hostname"]) == 1
    assert "'hostname' cannot be read as an archive" in capsys.readouterr().err


def test_serve_names_the_command_once_where_no_recordings_are_installed(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    serving._suggest_audio_pack()
    (line,) = capsys.readouterr().out.splitlines()
    assert "`wenlu audio install`" in line
    home.mkdir(parents=True, exist_ok=True)
    (home / "茶.mp3").write_bytes(b"sound")
    serving._suggest_audio_pack()
    assert capsys.readouterr().out == ""
