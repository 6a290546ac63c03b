"""The folder of backups as an administrator sees it: made and read back beside the service, each with whether it was read and held."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from core.cli import main
from core.errors import BadSetting, NotFound
from core.records.backups import BackupTask
from core.store.copies import kept, reading
from core.store.copies.checks import note_check, note_of
from core.store.copies.folder import delete_older
from core.store.copies.kept import KeptBackups
from core.store.database.engine import make_engine
from core.store.sql import SqlStore
from evaluation.service.clock import StoppedClock
from evaluation.service.sqlite import migrated_file
from tests.store.rows import STUDENT

NOW = datetime(2026, 11, 24, 2, tzinfo=UTC)


@pytest.fixture
def address(tmp_path: Path) -> str:
    """A database with a student."""
    url = migrated_file(tmp_path / "school.db")
    store = SqlStore(make_engine(url))
    store.put_student(replace(STUDENT, student_id="s1"))
    store.close()
    return url


@pytest.fixture
def backups(address: str, tmp_path: Path) -> KeptBackups:
    return KeptBackups(str(tmp_path / "backups"), address, clock=StoppedClock(NOW))


def ended(backups: KeptBackups) -> BackupTask:
    """How the work ends that is under way."""
    for thread in threading.enumerate():
        if thread.name == "backup":
            thread.join(60)
    return backups.task


def damage(file: Path) -> None:
    """Turn a bit of a backup's rows over; size and name stay."""
    content = bytearray(file.read_bytes())
    content[content.index(b"tables/student.jsonl") + 60] ^= 1
    file.write_bytes(content)


def test_a_backup_is_made_and_read_back_in_the_background(backups: KeptBackups) -> None:
    assert backups.lines() == []
    assert backups.begin().under_way
    assert ended(backups).state == "done"
    (line,) = backups.lines()
    assert (line.whole, line.checked_at, line.occasion, line.name) == (True, NOW, "", backups.task.name)
    assert line.size_bytes > 1_000


def test_what_is_changed_after_it_was_read_counts_as_not_read_and_then_as_damaged(backups: KeptBackups) -> None:
    backups.begin()
    file = Path(backups.folder) / ended(backups).name
    damage(file)
    (line,) = backups.lines()
    assert (line.checked_at, line.fault) == (None, "")
    backups.begin_check(file.name)
    assert ended(backups).state == "failed"
    assert "table student" in str(backups.task.error)
    (line,) = backups.lines()
    assert not line.whole
    assert line.fault == "table student, row 1."


def test_a_disk_that_cannot_be_read_for_a_moment_marks_no_backup_as_damaged(
    backups: KeptBackups, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WENLU_BACKUPS", backups.folder)
    backups.begin()
    file = Path(backups.folder) / ended(backups).name
    monkeypatch.setattr(reading, "row_of", failing(OSError(errno.EIO, "Input/output error")))
    backups.begin_check(file.name)
    assert ended(backups).state == "failed"
    assert backups.task.ended_at == NOW
    assert main(["verify", str(file)]) == 1
    assert "table" in capsys.readouterr().err
    assert [line.fault for line in backups.lines()] == [""]


def test_a_backup_of_a_newer_version_is_not_marked_as_damaged(
    backups: KeptBackups, monkeypatch: pytest.MonkeyPatch
) -> None:
    backups.begin()
    name = ended(backups).name
    monkeypatch.setattr(reading, "FORMAT_VERSION", 0)
    backups.begin_check(name)
    assert "The backup has format" in str(ended(backups).error)
    assert [line.fault for line in backups.lines()] == [""]


def test_a_note_that_cannot_be_written_leaves_no_half_one(
    backups: KeptBackups, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "replace", failing(OSError(errno.ENOSPC, "No space left on device")))
    file = Path(backups.folder) / "a.zip"
    file.parent.mkdir()
    file.write_bytes(b"content")
    note_check(file, at=NOW)
    assert list(file.parent.iterdir()) == [file]


def test_a_folder_that_cannot_be_read_is_not_taken_for_an_empty_one(
    backups: KeptBackups, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "backups_with_occasions", failing(PermissionError(errno.EACCES, "Permission denied")))
    with pytest.raises(BadSetting, match="cannot be read: Permission denied") as refused:
        backups.lines()
    assert "WENLU_BACKUPS" in refused.value.remedy("en")


def test_where_no_thread_can_be_started_the_work_has_failed_and_can_be_begun_again(
    backups: KeptBackups, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        full.setattr(threading.Thread, "start", failing(RuntimeError("can't start new thread")))
        assert backups.begin().state == "failed"
    assert backups.begin().under_way
    assert ended(backups).state == "done"


def failing(error: Exception) -> Callable[..., None]:
    """A function that raises an error, whatever it is given."""

    def fail(*_arguments: object, **_named: object) -> None:
        raise error

    return fail


def test_a_name_leads_to_no_file_outside_of_the_folder(backups: KeptBackups, tmp_path: Path) -> None:
    backups.begin()
    ended(backups)
    (tmp_path / "other.zip").write_bytes(b"no backup")
    for name in ("../other.zip", str(tmp_path / "other.zip"), "", "none.zip"):
        with pytest.raises(NotFound, match="There is no backup"):
            backups.begin_check(name)


def test_one_work_at_a_time_and_a_second_press_begins_nothing(
    backups: KeptBackups, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, begun = threading.Event(), []

    def slow(*arguments: object, **named: object) -> None:
        begun.append(1)
        go_on.wait(60)

    monkeypatch.setattr(kept, "back_up", slow)
    backups.begin()
    assert backups.begin().under_way
    go_on.set()
    assert ended(backups).state == "failed", "what was not written cannot be read back"
    assert begun == [1]


def test_a_backup_that_fails_says_why_and_leaves_nothing(address: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    backups = KeptBackups(str(tmp_path / "file"), address, clock=StoppedClock(NOW))
    backups.begin()
    task = ended(backups)
    assert task.state == "failed"
    assert "cannot be written" in str(task.error)
    assert backups.lines() == []
    with pytest.raises(BadSetting, match="names no folder"):
        KeptBackups("", address, clock=StoppedClock(NOW)).begin()


def test_wenlu_verify_is_seen_too_and_a_note_goes_with_its_backup(
    backups: KeptBackups, address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WENLU_DATABASE_URL", address)
    monkeypatch.setenv("WENLU_BACKUPS", backups.folder)
    assert main(["backup"]) == 0
    file = Path(capsys.readouterr().out.splitlines()[0])
    assert [line.checked_at for line in backups.lines()] == [None]
    assert main(["verify", str(file)]) == 0
    assert [line.whole for line in backups.lines()] == [True]
    assert note_of(file).stat().st_mode & 0o077 == 0
    assert main(["backup"]) == 0
    delete_older(Path(backups.folder), address, keep=1, spare=file.with_name(backups.lines()[0].name))
    assert [each.name for each in Path(backups.folder).iterdir()] == [backups.lines()[0].name]
