"""wenlu people export, import-student, erase, receipts, traces."""

from __future__ import annotations

import io
import stat
from pathlib import Path

import pytest

from core.cli import main
from core.store.database.engine import make_engine
from core.store.sql import SqlStore
from evaluation.service.sqlite import migrated_file
from tests.store.every_table import fill_every_table
from tests.store.rows import with_organisation

SCHOOL = ("--organisation", "School")
STUDENT = ("--student", "pupil-7")


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The address of a database with a student of whom there is a row in every table."""
    address = migrated_file(tmp_path / "wenlu.db")
    store = SqlStore(make_engine(address))
    with_organisation(store)
    fill_every_table(store, "org", "pupil-7", "m7")
    store.close()
    return address


@pytest.fixture(autouse=True)
def settings(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WENLU_DATABASE_URL", database)


def test_a_student_goes_out_is_erased_with_a_receipt_and_comes_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pupil.zip"
    assert main(["people", "export", *SCHOOL, *STUDENT, str(file)]) == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert main(["people", "export", *SCHOOL, *STUDENT, str(file)]) == 1
    assert "'pupil.zip' exists already Give another name" in capsys.readouterr().err

    assert main(["people", "traces", *SCHOOL, *STUDENT]) == 1
    assert "answer.student_id: 'pupil-7' in 1 row" in capsys.readouterr().out
    assert main(["people", "receipts", *SCHOOL, *STUDENT]) == 1
    assert "no receipt of an erasure of this student" in capsys.readouterr().out

    assert main(["people", "erase", *SCHOOL, *STUDENT, "--words", "m7", "--yes"]) == 0
    said = capsys.readouterr().out
    assert "Backups made before this time still hold the student" in said
    assert "No trace was found" in said
    assert main(["people", "receipts", *SCHOOL, *STUDENT]) == 0
    assert "pupil-7" not in capsys.readouterr().out

    assert main(["people", "import-student", *SCHOOL, str(file)]) == 0
    said = capsys.readouterr().out
    assert "Left out, since this school does not have what they name: 1 of classes." in said
    assert "Give a one-time code on the page People" in said
    assert main(["people", "import-student", *SCHOOL, str(file)]) == 1
    assert "has data here already" in capsys.readouterr().err
    assert main(["people", "import-student", *SCHOOL, "--student", "pupil-8", str(file)]) == 0
    assert main(["people", "traces", *SCHOOL, "--student", "pupil-8"]) == 1


def test_without_a_terminal_nobody_is_erased_unless_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("pupil-7\n"))
    assert main(["people", "erase", *SCHOOL, *STUDENT]) == 1
    assert "no terminal to ask at, and an erasure cannot be undone" in capsys.readouterr().err
    assert main(["people", "erase", *SCHOOL, *STUDENT, "--yes", "--log", str(tmp_path / "none.log")]) == 1
    assert "'none.log' cannot be read" in capsys.readouterr().err
    assert main(["people", "receipts", *SCHOOL]) == 0
    assert "There is no receipt." in capsys.readouterr().out


class Terminal(io.StringIO):
    """A terminal at which a line is typed."""

    def isatty(self) -> bool:
        return True


def test_at_a_terminal_the_id_is_to_be_typed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal("pupil-8\n"))
    assert main(["people", "erase", *SCHOOL, *STUDENT]) == 1
    assert "Nothing was erased." in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", Terminal("pupil-7\n"))
    assert main(["people", "erase", *SCHOOL, *STUDENT]) == 0
    assert "Receipt of an erasure" in capsys.readouterr().out


def test_log_files_are_looked_through_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "wenlu.log"
    log.write_text('{"event":"x"}\npupil-7 came\npupil-77 came\n{"name":"\\u738b\\u5c0f\\u660e"}\n', encoding="utf-8")
    assert main(["people", "erase", *SCHOOL, *STUDENT, "--words", "王小明", "--log", str(log), "--yes"]) == 1
    said = capsys.readouterr().out
    assert "wenlu.log: 'pupil-7' in 1 row" in said
    assert "wenlu.log: '王小明' in 1 row" in said
    assert main(["people", "traces", *SCHOOL, *STUDENT, "--log", str(tmp_path / "none.log")]) == 1
    assert "'none.log' cannot be read" in capsys.readouterr().err


def test_whoever_is_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, said in (
        (["people", "erase", *SCHOOL, "--student", "nobody", "--yes"], "There is no student 'nobody'"),
        (["people", "erase", "--organisation", "None", *STUDENT, "--yes"], "There is no organisation 'None'"),
        (["people", "import-student", *SCHOOL, str(tmp_path / "none.zip")], "'none.zip' cannot be read"),
    ):
        assert main(arguments) == 1
        assert said in capsys.readouterr().err
