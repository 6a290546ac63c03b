"""The stroke pack of a server: fetched in the background, told as it is, and never half there."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from core.backends.pack_fetch import PackFetch
from core.backends.stroke_pack import StrokePack
from core.errors import BadSetting
from tests.backends.test_strokes import ONE, TEN, tar_of


def ended(pack: StrokePack) -> PackFetch:
    """How the fetch ends that is under way."""
    for thread in threading.enumerate():
        if thread.name == "stroke-pack":
            thread.join(30)
    return pack.fetch


def test_a_pack_is_installed_in_the_background_with_its_credit(tmp_path: Path) -> None:
    archive = tar_of(tmp_path / "data.tgz", {"一.json": ONE, "十.json": TEN})
    pack = StrokePack(tmp_path / "strokes", source=str(archive), credit="Li Ming")
    assert (pack.installed(), pack.fetch) == (None, PackFetch())
    pack.begin()
    assert ended(pack) == PackFetch("done")
    installed = pack.installed()
    assert installed is not None
    assert (installed.characters, installed.credit) == (2, "Li Ming")
    assert installed.size_bytes > 100


def test_what_cannot_be_fetched_leaves_what_was_there(tmp_path: Path) -> None:
    folder = tmp_path / "strokes"
    archive = tar_of(tmp_path / "data.tgz", {"一.json": ONE})
    first = StrokePack(folder, source=str(archive))
    first.begin()
    ended(first)
    second = StrokePack(folder, source="http://127.0.0.1:1/strokes.tgz")
    second.begin()
    assert ended(second).state == "failed"
    assert "could not be downloaded" in str(second.fetch.error)
    installed = second.installed()
    assert installed is not None
    assert installed.characters == 1


def test_where_no_thread_can_be_started_the_fetch_has_failed_and_can_be_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    pack = StrokePack(tmp_path / "strokes", source=str(tar_of(tmp_path / "data.tgz", {"一.json": ONE})))
    with monkeypatch.context() as crowded:
        crowded.setattr(threading.Thread, "start", full)
        assert pack.begin().state == "failed"
    pack.begin()
    assert ended(pack).state == "done"


def test_without_a_folder_nothing_is_fetched() -> None:
    with pytest.raises(BadSetting, match="WENLU_STROKES"):
        StrokePack(None).begin()
