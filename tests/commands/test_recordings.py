"""wenlu recordings: install, show, remove."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from core.cli import main


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the environment says that recordings lie."""
    folder = tmp_path / "recordings"
    monkeypatch.setenv("WENLU_RECORDINGS", str(folder))
    monkeypatch.setenv("WENLU_DATABASE_URL", f"sqlite:///{tmp_path / 'wenlu.db'}")
    return folder


def pack(path: Path, *words: str) -> Path:
    """A tar of recordings."""
    with tarfile.open(path, "w") as packed:
        for word in words:
            member = tarfile.TarInfo(f"{word}.ogg")
            member.size = 5
            packed.addfile(member, io.BytesIO(b"sound"))
    return path


def test_a_pack_is_installed_shown_and_removed(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # 长 is three entries that are read in two ways, 爱爱 is not on the list.
    assert (
        main(["recordings", "install", str(pack(tmp_path / "p.tar", "茶", "长", "爱爱")), "--credit", "Li Ming"]) == 0
    )
    assert "3 recorded words are installed." in capsys.readouterr().out
    assert main(["recordings", "show"]) == 0
    said = capsys.readouterr().out
    assert "3 recorded words\n4 of the 11092 words" in said
    assert "1 are played" in said
    assert "credit: Li Ming" in said
    assert main(["recordings", "remove"]) == 0
    assert not home.exists()
    capsys.readouterr()
    assert main(["recordings", "show"]) == 0
    assert capsys.readouterr().out == "No recordings are installed.\n"


@pytest.mark.parametrize(
    ("name", "credit"), [("audio-cmn-words.tar", "audio-cmn: Yue Tan, Hugo Lopez (CC BY-SA)\n"), ("mine.tar", None)]
)
def test_a_known_pack_brings_its_credit(
    home: Path, tmp_path: Path, name: str, credit: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["recordings", "install", str(pack(tmp_path / name, "茶"))]) == 0
    file = home / "credit.txt"
    assert (file.read_text() if file.exists() else None) == credit
    assert ("--credit TEXT" in capsys.readouterr().out) is (credit is None)


def test_what_is_no_pack_is_said_in_one_line(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recordings", "install", str(tmp_path / "nothing.tar")]) == 1
    said = capsys.readouterr().err
    assert "'nothing.tar' cannot be read as an archive of recordings. Name a whole .tar" in said
    assert said.count("\n") == 1
    assert not home.exists()


def test_no_folder_is_no_place_to_install(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WENLU_RECORDINGS", "")
    assert main(["recordings", "install", str(pack(tmp_path / "p.tar", "茶"))]) == 1
    assert "WENLU_RECORDINGS='' names no folder." in capsys.readouterr().err


def test_the_doctor_counts_the_recordings(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["migrate"])
    main(["doctor"])
    assert "ok    recordings: none: the browser's voice says every word" in capsys.readouterr().out
    main(["recordings", "install", str(pack(tmp_path / "p.tar", "茶", "水"))])
    main(["doctor"])
    assert "ok    recordings: 2 words" in capsys.readouterr().out
