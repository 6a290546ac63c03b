"""Stroke order: installed from archives of others, read character by character."""

from __future__ import annotations

import errno
import io
import json
import os
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from core.backends.strokes import CREDIT, StrokeOrder, download_of, install, remove
from core.cli import main
from core.errors import BadSetting, NotAnArchive

ONE: dict[str, Any] = {"strokes": ["M 100 400 L 900 400 L 900 480 L 100 480 Z"], "medians": [[[120, 440], [880, 440]]]}
TEN: dict[str, Any] = {
    "strokes": [*ONE["strokes"], "M 460 -80 L 560 -80 L 560 820 L 460 820 Z"],
    "medians": [*ONE["medians"], [[510, 800], [510, -60]]],
}


def tar_of(path: Path, files: dict[str, Any]) -> Path:
    """A packed tar as npm makes it: everything under `package/`."""
    with tarfile.open(path, "w:gz") as packed:
        for name, row in files.items():
            content = row if isinstance(row, bytes) else json.dumps(row).encode()
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(content)
            packed.addfile(member, io.BytesIO(content))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "strokes"


def test_an_archive_gives_the_strokes_of_each_character_and_its_credit(tmp_path: Path, folder: Path) -> None:
    archive = tar_of(tmp_path / "data.tgz", {"一.json": {**ONE, "radStrokes": [0]}, "十.json": TEN, "README.md": b"#"})
    assert install(archive, folder) == 2
    order = StrokeOrder(folder)
    ten = order.of("十")
    assert ten is not None
    assert (len(ten.strokes), ten.medians[1][0]) == (2, (510.0, 800.0))
    assert (order.of("二"), order.of("../一"), order.of("a"), order.count(), order.credit()) == (
        None,
        None,
        None,
        2,
        CREDIT,
    )


def test_a_zip_a_folder_and_the_file_of_lines_give_the_same(tmp_path: Path) -> None:
    row = json.dumps({"character": "十", **TEN}).encode()
    lines = tmp_path / "graphics.txt"
    lines.write_bytes(b"no json\n" + row + b"\n" + row + b"\n")
    zipped = tmp_path / "data.zip"
    with zipfile.ZipFile(zipped, "w") as packed:
        packed.writestr("十.json", json.dumps(TEN))
    plain = tmp_path / "plain"
    plain.mkdir()
    (plain / "十.json").write_text(json.dumps(TEN), encoding="utf-8")
    found = []
    for number, source in enumerate((lines, zipped, plain)):
        assert install(source, tmp_path / f"to-{number}") == 1
        found.append(StrokeOrder(tmp_path / f"to-{number}").of("十"))
    assert found[0] == found[1] == found[2] is not None


@pytest.mark.parametrize(
    "row",
    [
        {"strokes": ['M 0 0" onload="x'], "medians": [[[0, 0]]]},
        {"strokes": ["M 0 0 Z"], "medians": []},
        {"strokes": ["M 0 0 Z"], "medians": [[]]},
        {"strokes": ["M 0 0 Z"], "medians": [[["0", 0]]]},
        {"strokes": [], "medians": []},
        {"strokes": ["M 0 0 Z"]},
        b"[" * 100_000,
        b"\xff\xfe",
        b"null",
    ],
)
def test_what_are_no_strokes_is_left_out(tmp_path: Path, folder: Path, row: Any) -> None:
    assert install(tar_of(tmp_path / "data.tgz", {"一.json": row, "十.json": TEN}), folder) == 1
    assert StrokeOrder(folder).of("一") is None


def test_an_archive_without_strokes_changes_nothing(tmp_path: Path, folder: Path) -> None:
    install(tar_of(tmp_path / "data.tgz", {"十.json": TEN}), folder)
    broken = tmp_path / "broken.tgz"
    broken.write_bytes(b"no archive at all")
    for archive in (broken, tar_of(tmp_path / "other.tgz", {"a.json": ONE})):
        with pytest.raises(NotAnArchive, match=archive.name):
            install(archive, folder)
    assert StrokeOrder(folder).count() == 1


def test_a_folder_with_other_files_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "thesis.doc").write_text("years of work")
    archive = tar_of(tmp_path.parent / "data.tgz", {"十.json": TEN})
    with pytest.raises(BadSetting, match=r"holds '.*', which is none; nothing was changed"):
        install(archive, tmp_path)
    with pytest.raises(BadSetting, match="which is none; nothing was changed"):
        remove(tmp_path)
    assert (tmp_path / "thesis.doc").exists()


def test_what_cannot_be_removed_is_said(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tar_of(tmp_path / "data.tgz", {"十.json": TEN}), folder)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "unlink", refuse)
    with pytest.raises(BadSetting, match="The folder of stroke order 'strokes' cannot be written: Permission denied"):
        remove(folder)


def test_what_is_left_of_a_download_is_removed_with_the_data(tmp_path: Path, folder: Path) -> None:
    install(tar_of(tmp_path / "data.tgz", {"十.json": TEN}), folder)
    part = download_of(folder)
    part.write_bytes(b"half")
    part.with_name(f"{part.name}.json").write_text("[]")
    remove(folder)
    assert [path.name for path in tmp_path.iterdir()] == ["data.tgz"]


def test_the_command_installs_says_what_is_there_and_removes_it(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WENLU_STROKES", str(folder))
    archive = tar_of(tmp_path / "data.tgz", {"一.json": ONE, "十.json": TEN})
    assert main(["strokes", "install", "--from", str(archive)]) == 0
    assert "The stroke order of 2 characters is installed." in capsys.readouterr().out
    assert main(["strokes", "status"]) == 0
    assert "2 characters, credit: Make Me a Hanzi" in capsys.readouterr().out
    assert main(["strokes", "remove"]) == 0
    assert main(["strokes", "status"]) == 0
    assert "No stroke order is installed." in capsys.readouterr().out
