"""deploy/wenlu.sh: the command as the service runs it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.deploy.commands import DEPLOY, INSTALLED, unit

SCRIPT = (DEPLOY / "wenlu.sh").read_text(encoding="utf-8")
SETTINGS_FILE = unit("wenlu.service")["Service"]["EnvironmentFile"].removeprefix("-")


def started(folder: Path, settings: Path) -> list[str]:
    """What the script starts with which environment, a word or a variable a line."""
    (folder / "wenlu.sh").write_text(SCRIPT.replace(SETTINGS_FILE, str(settings)), encoding="utf-8")
    runuser = folder / "runuser"
    runuser.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\nenv\n', encoding="utf-8")
    runuser.chmod(0o700)
    return subprocess.run(
        ["sh", str(folder / "wenlu.sh"), "people", "import", "a list.csv"],
        env={"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    ).stdout.splitlines()


@pytest.mark.parametrize("there", [True, False])
def test_the_command_has_the_user_and_the_settings_of_the_service(tmp_path: Path, there: bool) -> None:
    service = unit("wenlu.service")["Service"]
    assert SETTINGS_FILE in SCRIPT
    own = tmp_path / "wenlu.env"
    if there:
        own.write_text((DEPLOY / "wenlu.env.example").read_text(encoding="utf-8"), encoding="utf-8")
    told = started(tmp_path, own)
    assert told[:7] == ["-u", service["User"], "--", INSTALLED, "people", "import", "a list.csv"]
    assert "XDG_DATA_HOME=/var/lib" in told
    assert "XDG_DATA_HOME=/var/lib" in service["Environment"].split()
    assert ("WENLU_DEMO=0" in told) is there


def test_a_value_is_taken_as_it_stands_as_systemd_takes_it(tmp_path: Path) -> None:
    settings = tmp_path / "wenlu.env"
    database = "postgresql://wenlu:a$1`b;c#d%26e f@127.0.0.1/wenlu?sslmode=require&application_name=wenlu"
    lines = [
        f"WENLU_DATABASE_URL={database}", "", "# WENLU_DEMO=1", "; a word", 'WENLU_BACKUPS="/srv/our backups"',
        "PGPASSFILE='/etc/wenlu/pgpass'", "WENLU_ALLOWED_ORIGINS=", "WENLU_DEMO=0",
    ]  # fmt: skip
    settings.write_text("\n".join(lines), encoding="utf-8")  # the last line without an end
    told = started(tmp_path, settings)
    assert f"WENLU_DATABASE_URL={database}" in told
    assert "WENLU_BACKUPS=/srv/our backups" in told
    assert {"PGPASSFILE=/etc/wenlu/pgpass", "WENLU_ALLOWED_ORIGINS=", "WENLU_DEMO=0"} <= set(told)
