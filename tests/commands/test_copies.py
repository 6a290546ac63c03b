"""wenlu backup, restore, verify: what an operator types, and what is said."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from core.cli import main
from core.store.copies.folder import name_of_database
from core.store.database.engine import make_engine
from core.store.sql import SqlStore
from evaluation.service.sqlite import migrated_file
from tests.store.rows import STUDENT

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a database with a student; the folder of backups lies beside it."""
    url = migrated_file(tmp_path / "school.db")
    monkeypatch.setenv("WENLU_DATABASE_URL", url)
    monkeypatch.setenv("WENLU_BACKUPS", str(tmp_path / "backups"))
    put_student(url, "s1")
    return url


def put_student(url: str, student_id: str) -> None:
    store = SqlStore(make_engine(url))
    store.put_student(replace(STUDENT, student_id=student_id))
    store.close()


def students(url: str) -> list[str]:
    store = SqlStore(make_engine(url))
    found = [each for each in ("s1", "s2") if store.student("org", each) is not None]
    store.close()
    return found


def test_a_backup_goes_to_its_folder_and_says_what_it_holds(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup"]) == 0
    said = capsys.readouterr()
    (file,) = (tmp_path / "backups").iterdir()
    assert said.out.splitlines()[0] == str(file)
    assert file.name.startswith(f"{name_of_database(database)}-20")
    assert "1 row in " in said.out
    assert "all personal data and the secret that signs sign-ins" in said.out
    assert said.err == ""
    assert main(["verify", str(file)]) == 0
    assert f"{file} is whole: 1 row in " in capsys.readouterr().out


def test_a_file_or_a_folder_may_be_named_and_a_file_is_not_overwritten(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", str(tmp_path / "mine.zip")]) == 0
    assert main(["backup", f"{tmp_path}/folder/"]) == 0
    assert main(["backup", str(tmp_path / "folder")]) == 0
    assert len(list((tmp_path / "folder").iterdir())) == 2
    assert not (tmp_path / "backups").exists()
    capsys.readouterr()
    assert main(["backup", str(tmp_path / "mine.zip")]) == 1
    assert "mine.zip exists already. No half file was left." in capsys.readouterr().err
    assert main(["backup", str(tmp_path / "mine2.zip"), "--keep", "2"]) == 1
    assert "name a folder instead of a file" in capsys.readouterr().err
    assert not (tmp_path / "mine2.zip").exists()


def test_older_backups_are_deleted_after_a_new_one_was_made(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        assert main(["backup", "--keep", "2"]) == 0
    assert len(list((tmp_path / "backups").iterdir())) == 2
    assert "Deleted: " in capsys.readouterr().out
    monkeypatch.setenv("WENLU_DATABASE_URL", f"sqlite:///{tmp_path / 'none.db'}")
    assert main(["backup", "--keep", "1"]) == 1
    assert "There is no database at" in capsys.readouterr().err
    assert len(list((tmp_path / "backups").iterdir())) == 2


def test_a_backup_is_restored_elsewhere_and_over_what_is_there_only_when_asked(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = str(tmp_path / "b.zip"), f"sqlite:///{tmp_path / 'other.db'}"
    assert main(["backup", file]) == 0
    put_student(database, "s2")
    assert main(["restore", file, "--database", other]) == 0
    said = capsys.readouterr().out
    assert "Restored: 1 row in " in said
    assert "Restart the service" in said
    assert (students(other), students(database)) == (["s1"], ["s1", "s2"])
    assert main(["restore", file, "--database", database]) == 1
    assert "The database is not empty. Nothing was changed." in capsys.readouterr().err
    assert students(database) == ["s1", "s2"]
    assert main(["restore", file, "--database", database, "--yes"]) == 0
    (kept,) = (tmp_path / "backups").iterdir()
    assert f"What was there: {kept}" in capsys.readouterr().out
    assert kept.name.endswith("-before-restore.zip")
    assert students(database) == ["s1"]
    assert main(["restore", str(kept), "--database", database, "--yes"]) == 0
    assert students(database) == ["s1", "s2"]


def test_a_damaged_backup_is_said_to_be_and_not_restored(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "b.zip"
    assert main(["backup", str(file)]) == 0
    with zipfile.ZipFile(file) as archive:
        member = archive.getinfo("tables/student.jsonl")
    whole = bytearray(file.read_bytes())
    whole[whole.index(member.filename.encode(), member.header_offset) + len(member.filename) + 40] ^= 1
    file.write_bytes(whole)
    capsys.readouterr()
    assert main(["verify", str(file)]) == 1
    assert "wenlu: The backup is damaged: table student, row 1." in capsys.readouterr().err
    assert main(["restore", str(file), "--database", database, "--yes"]) == 1
    assert "Nothing was changed." in capsys.readouterr().err
    assert students(database) == ["s1"]
    assert main(["verify", str(tmp_path / "none.zip")]) == 1
    assert "none.zip cannot be opened: No such file or directory." in capsys.readouterr().err


def test_a_database_file_that_is_damaged_itself_is_left_to_the_operator(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, damaged = str(tmp_path / "b.zip"), tmp_path / "damaged.db"
    assert main(["backup", file]) == 0
    damaged.write_bytes(b"no database" * 1_000)
    assert main(["restore", file, "--yes", "--database", f"sqlite:///{damaged}"]) == 1
    assert "file is not a database. Nothing was changed." in capsys.readouterr().err
    assert damaged.read_bytes() == b"no database" * 1_000


def test_a_restore_for_an_earlier_version_is_left_at_its_revision(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = str(tmp_path / "b.zip"), f"sqlite:///{tmp_path / 'other.db'}"
    assert main(["backup", file]) == 0
    assert main(["restore", file, "--database", other, "--no-migrate"]) == 0
    assert "`wenlu migrate` brings it to the newest" in capsys.readouterr().out


def test_no_folder_is_said_and_no_backup_made(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WENLU_BACKUPS", "")
    assert main(["backup"]) == 1
    assert "WENLU_BACKUPS='' names no folder." in capsys.readouterr().err


@pytest.mark.exhaustive
def test_a_key_is_alone_on_stdout_also_where_a_migration_made_a_backup(database: str, tmp_path: Path) -> None:
    program = (
        "import sys; from core.cli import main; from core.store.database.migrate import config; from alembic import command\n"
        "from core.store.database.engine import make_engine, writer\n"
        "with writer(make_engine(sys.argv[1])).begin() as connection:\n"
        "    settings = config(); settings.attributes['connection'] = connection; command.downgrade(settings, '0026')\n"
        "sys.exit(main(['keys', 'create', '--organisation', 'School']))\n"
    )
    environment = {**os.environ, "WENLU_DATABASE_URL": database, "WENLU_BACKUPS": str(tmp_path / "backups")}
    done = subprocess.run(
        [sys.executable, "-c", program, database],
        cwd=ROOT, env=environment, check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout.startswith("wl_")
    assert done.stdout.count("\n") == 1
    assert "The database was backed up before its tables are changed: school-" in done.stderr
