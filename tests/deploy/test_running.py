"""The commands of the compose file and of the units, run as they stand there but for the port, the database and folders."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from core.cli import main
from evaluation.service.ports import free_port
from tests.deploy.commands import (
    Command,
    answered,
    compose,
    compose_commands,
    on_port,
    run,
    running,
    unit_commands,
)
from tests.test_jobs import until

pytestmark = [pytest.mark.exhaustive, pytest.mark.timeout(600)]
OF_COMPOSE = {command.name: command for command in compose_commands()}
OF_UNITS = {command.name: command for command in unit_commands()}


def test_every_command_is_run_by_a_test_below() -> None:
    assert OF_COMPOSE.keys() == {"server", "scheduler", "backup"}
    assert OF_UNITS.keys() == {"wenlu.service", "wenlu-backup.service"}


@pytest.mark.parametrize("command", [OF_COMPOSE["server"], OF_UNITS["wenlu.service"]], ids=lambda each: each.name)
def test_the_server_is_ready_on_both_ports_shows_no_demo_and_ends(
    command: Command, empty_database: str, tmp_path: Path
) -> None:
    port = free_port(following=1)
    pages, api = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{port + 1}"
    with running(on_port(command, port), database=empty_database, folder=tmp_path) as process:
        for address in (pages, api):
            assert answered(process, f"{address}/readyz").json() == {"status": "ready"}
            assert answered(process, f"{address}/healthz").json() == {"status": "ok"}
        assert answered(process, f"{api}/v1/openapi.json").json()["openapi"]
        assert "text/html" in answered(process, pages).headers["content-type"]
        assert _entered_demo(pages) == "/?signin=wrong"
        if command.name == "server":
            check = [each.replace("8501", str(port)) for each in compose()["services"]["server"]["healthcheck"]["test"]]
            assert check[:2] == ["CMD", "python"]
            until(lambda: subprocess.run([sys.executable, *check[2:]]).returncode == 0, seconds=120)
    printed = (tmp_path / "output.txt").read_text(encoding="utf-8")
    assert "wenlu first-admin --organisation NAME" in printed
    assert '"level": "error"' not in printed


def _entered_demo(pages: str) -> str:
    """Where the attempt to enter the demo leads to."""
    return httpx.post(
        f"{pages}/session/demo", data={"username": "admin", "to": "/"}, headers={"Origin": pages}, timeout=60
    ).headers["location"]


def test_the_scheduler_stays_and_ends(empty_database: str, tmp_path: Path) -> None:
    assert main(["migrate", "--database", empty_database]) == 0
    with running(OF_COMPOSE["scheduler"], database=empty_database, folder=tmp_path) as process:
        until(lambda: process.poll() is not None or _heeds_sigterm(process.pid), seconds=240)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(5)


def _heeds_sigterm(number: int) -> bool:
    """Whether a process has begun to listen to the signal that ends it, as it does once it has loaded what it needs."""
    status = Path(f"/proc/{number}/status").read_text(encoding="utf-8")
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt:"))
    return bool(int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1)


@pytest.mark.parametrize(
    "command", [OF_COMPOSE["backup"], OF_UNITS["wenlu-backup.service"]], ids=lambda each: each.name
)
def test_the_backup_is_made_and_is_whole(
    command: Command, empty_database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate", "--database", empty_database]) == 0
    told = run(command, database=empty_database, folder=tmp_path)
    assert (told.returncode, told.stderr) == (0, "")
    (made,) = (tmp_path / "backups").iterdir()
    assert made.stat().st_mode & 0o077 == 0
    assert main(["verify", str(made)]) == 0
