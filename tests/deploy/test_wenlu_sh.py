"""deploy/wenlu.sh: the command as the service runs it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.deploy.commands import DEPLOY, INSTALLED, unit


@pytest.mark.parametrize("there", [True, False])
def test_the_command_has_the_user_and_the_settings_of_the_service(tmp_path: Path, there: bool) -> None:
    service = unit("wenlu.service")["Service"]
    settings_file = service["EnvironmentFile"].removeprefix("-")
    script = (DEPLOY / "wenlu.sh").read_text(encoding="utf-8")
    assert settings_file in script
    own = tmp_path / "wenlu.env"
    if there:
        own.write_text((DEPLOY / "wenlu.env.example").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "wenlu.sh").write_text(script.replace(settings_file, str(own)), encoding="utf-8")
    runuser = tmp_path / "runuser"
    runuser.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\nenv\n', encoding="utf-8")
    runuser.chmod(0o700)
    environment = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    told = subprocess.run(
        ["sh", str(tmp_path / "wenlu.sh"), "people", "import", "a list.csv"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    ).stdout.splitlines()
    assert told[:7] == ["-u", service["User"], "--", INSTALLED, "people", "import", "a list.csv"]
    assert "XDG_DATA_HOME=/var/lib" in told
    assert "XDG_DATA_HOME=/var/lib" in service["Environment"].split()
    assert ("WENLU_DEMO=0" in told) is there
