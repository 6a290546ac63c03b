"""The commands in `deploy/` as they stand there, to be run without containers and without systemd."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
DEPLOY = ROOT / "deploy"
UNITS = DEPLOY / "systemd"
INSTALLED = "/opt/wenlu/bin/wenlu"
PORT = "8501"
ASKED_OF_OPERATOR = re.compile(r"\$\{(\w+):\?[^}]*\}")
"""`${NAME:?what to do}`, which compose refuses to start without."""
ENDS_WITHIN_SECONDS = 20
STARTS_WITHIN_SECONDS = 240


@dataclass(frozen=True)
class Command:
    """What a service of the compose file or a unit starts."""

    name: str
    arguments: tuple[str, ...]
    """Without the program itself, which is always `wenlu`."""
    environment: Mapping[str, str] = field(default_factory=dict)


def compose() -> dict[str, Any]:
    """The compose file, with what an operator must set filled in."""
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    read: dict[str, Any] = yaml.safe_load(ASKED_OF_OPERATOR.sub(lambda match: f"some-{match[1].lower()}", text))
    return read


def compose_commands() -> list[Command]:
    """The commands of the services that run the image of Wenlu."""
    own = {name: each for name, each in compose()["services"].items() if each["image"] == "wenlu"}
    for each in own.values():
        assert each["command"][0] == "wenlu"
    return [Command(name, tuple(each["command"][1:]), each["environment"]) for name, each in own.items()]


def unit(name: str) -> configparser.ConfigParser:
    """A unit of systemd."""
    read = configparser.ConfigParser(interpolation=None, delimiters=("=",), strict=True)
    read.optionxform = str  # type: ignore[assignment, method-assign]
    read.read_string((UNITS / name).read_text(encoding="utf-8"))
    return read


def unit_commands() -> list[Command]:
    """The commands that units start, in the environment that the example of their file gives them."""
    commands = []
    for path in sorted(UNITS.glob("*.service")):
        service = unit(path.name)["Service"]
        program, *arguments = shlex.split(service["ExecStart"])
        assert program == INSTALLED
        own = dict(entry.split("=", 1) for entry in shlex.split(service["Environment"]))
        commands.append(Command(path.name, tuple(arguments), {**own, **environment_file("wenlu.env.example")}))
    return commands


def environment_file(name: str) -> dict[str, str]:
    """What an example of an environment file sets."""
    lines = (DEPLOY / name).read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def environment_of(command: Command, *, database: str, folder: Path) -> dict[str, str]:
    """The environment of a command, but with a database and folders of the test."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("WENLU_")}
    own = {"WENLU_DATABASE_URL": database, "WENLU_BACKUPS": str(folder / "backups"), "XDG_DATA_HOME": str(folder)}
    return {**inherited, **command.environment, **own}


def run(command: Command, *, database: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command that ends by itself."""
    return subprocess.run(
        [sys.executable, "-m", "core.cli", *command.arguments],
        cwd=ROOT,
        env=environment_of(command, database=database, folder=folder),
        capture_output=True,
        text=True,
        timeout=STARTS_WITHIN_SECONDS,
    )


@contextmanager
def running(command: Command, *, database: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A command that runs until it is told to end; that it ends in time and orderly is looked at too."""
    with (folder / "output.txt").open("w+", encoding="utf-8") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "core.cli", *command.arguments],
            cwd=ROOT,
            env=environment_of(command, database=database, folder=folder),
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            yield process
            process.terminate()
            assert process.wait(ENDS_WITHIN_SECONDS) == 0
        except BaseException as error:
            output.seek(0)
            error.add_note(output.read()[-4_000:])
            raise
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def answered(process: subprocess.Popen[Any], address: str) -> httpx.Response:
    """The answer of a server that is starting, once it says 200."""
    end = time.monotonic() + STARTS_WITHIN_SECONDS
    while True:
        assert process.poll() is None, "the server ended"
        try:
            answer = httpx.get(address, timeout=10)
            if answer.status_code == 200:
                return answer
        except httpx.HTTPError:
            answer = None
        assert time.monotonic() < end, f"{address}: {answer and answer.text}"
        time.sleep(0.2)


def on_port(command: Command, port: int) -> Command:
    """The same command on another port, since that of the file may be in use on this machine."""
    assert PORT in command.arguments
    arguments = tuple(each.replace(PORT, str(port)) for each in command.arguments)
    return Command(command.name, arguments, command.environment)
