"""The files of the service are readable by their owner alone."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from core.store.database.engine import make_engine
from core.store.database.migrate import upgrade
from core.store.database.private_files import readable_by_others, remove_access_of_others, secure_folder

ROOT = Path(__file__).resolve().parents[2]


def permissions(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_database_its_companions_and_its_folder_are_their_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "wenlu.db"
    before = os.umask(0)
    try:
        engine = make_engine(f"sqlite:///{file}")
        upgrade(engine)
        with engine.connect() as connection:
            connection.exec_driver_sql("SELECT 1 FROM account")
            assert {permissions(each) for each in file.parent.iterdir()} == {0o600}
        engine.dispose()
    finally:
        os.umask(before)
    assert permissions(file.parent) == 0o700


def test_a_database_that_others_could_read_is_closed_and_what_lies_beside_it_is_left(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    file, shadow, beside = (tmp_path / name for name in ("wenlu.db", "wenlu.db-wal", "another.txt"))
    for each in (file, shadow, beside):
        each.touch()
        each.chmod(0o644)
    make_engine(f"sqlite:///{file}").dispose()
    assert [permissions(each) for each in (file, shadow, beside, tmp_path)] == [0o600, 0o600, 0o644, 0o755]


def test_a_folder_of_ours_is_closed_with_all_in_it_and_links_are_not_followed(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "var"
    (folder / "recordings").mkdir(parents=True)
    for each in (outside, folder / "log", folder / "recordings" / "爱.mp3"):
        each.touch()
        each.chmod(0o644)
    (folder / "link").symlink_to(outside)
    url = f"sqlite:///{folder / 'log'}"
    assert set(readable_by_others(url, folder)) >= {folder / "log", folder / "recordings" / "爱.mp3"}
    secure_folder(folder)
    assert readable_by_others(url, folder) == []
    assert permissions(outside) == 0o644
    remove_access_of_others(tmp_path / "nowhere")


@pytest.mark.exhaustive
def test_every_command_makes_files_for_its_owner_alone(tmp_path: Path) -> None:
    program = (
        "import os, sys; os.umask(0o022); from core.cli import main; main(['migrate', '--database', sys.argv[1]]); "
        "open(sys.argv[2], 'w').close()"
    )
    made = tmp_path / "made"
    command = [sys.executable, "-c", program, f"sqlite:///{tmp_path / 'x.db'}", str(made)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    assert (permissions(made), permissions(tmp_path / "x.db")) == (0o600, 0o600)
