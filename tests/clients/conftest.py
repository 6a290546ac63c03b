"""What the tests of the three clients share: the stand-in that plays vectors, a real server, and the programs they need.

A client's test runs all vectors in one process of its language: it takes `stand_in` as the base URL, and for each vector asks
`POST {stand_in}/__play`, makes the call, and asks `GET {stand_in}/__verdict`.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from wenlu_client import Wenlu, models

from clients.stand_in import load
from core.records.access import PERMISSIONS
from tests.http.service import grammar_tables, make_service
from tests.http.serving import served

CLIENTS = Path(__file__).resolve().parents[2] / "clients"
VECTORS = CLIENTS / "vectors"
COLD_SECONDS = 200
"""What a client waits for a service that has just started: its first calls take long on a busy machine."""


@dataclass(frozen=True)
class LiveServer:
    """A real service on a port of its own."""

    address: str
    api_key: str


@pytest.fixture(scope="session")
def vectors() -> dict[str, Any]:
    """All vectors by name."""
    return load(VECTORS)


@pytest.fixture(scope="session")
def stand_in() -> Iterator[str]:
    """The address of a stand-in that plays the vectors."""
    command = [sys.executable, str(CLIENTS / "stand_in.py"), "--vectors", str(VECTORS)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield f"http://127.0.0.1:{int(process.stdout.readline())}"
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


@pytest.fixture(scope="session")
def live_server() -> Iterator[LiveServer]:
    """The service over a real socket: fixed tables, a stopped clock, made-up scores of readings. Texts are read by a second one, as the
    fixed tables lack most grammar points; identifiers count, so that the keys of the two are one to a token."""
    services = make_service(), make_service(tables=grammar_tables())
    keys = [each.core.access.new_key(each.organisation(), frozenset(PERMISSIONS)) for each in services]
    apps = [each.client.app for each in services]

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await apps[scope["path"].startswith("/grammar")](scope, receive, send)

    with served(application) as port:
        live = LiveServer(f"http://127.0.0.1:{port}", keys[0])
        _warm(live)
        yield live


def _warm(server: LiveServer) -> None:
    """Make each kind of call once that the READMEs begin with: a program copied from one has a minute for an answer."""
    client = Wenlu(server.api_key, server.address, timeout_seconds=COLD_SECONDS)
    (question,) = client.generate_questions(
        level="beginner", type="multiple_choice", topic="grammar", count=1
    ).questions
    answer = models.AnswerItem(question_id=question.id, answer="A")
    client.submit_evaluation(student_id="warming-1", answers=[answer])
    client.grammar_text(txt="我把书放在桌子上了。")


@pytest.fixture(scope="session")
def program() -> Callable[[str, str], str]:
    """The path of a program, by its name and what Debian calls its package. Without it a test is skipped, except in CI, where it fails."""

    def found(name: str, package: str) -> str:
        path = shutil.which(name)
        if path is not None:
            return path
        reason = f"There is no {name} on this machine (Debian: apt install {package})."
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)

    return found


def ran(command: Sequence[str], *, seconds: float, folder: Path | None = None, **environment: str) -> str:
    """What a command prints; it must succeed. Where it does not end in time, it is ended with all that it has started."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    try:
        told, complained = process.communicate(timeout=seconds)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
    assert process.returncode == 0, told[-6000:] + complained[-6000:]
    return told


def without_nulls(value: Any) -> Any:
    """A result as it is compared: an absent field and null are the same."""
    if isinstance(value, dict):
        return {name: without_nulls(each) for name, each in value.items() if each is not None}
    return [without_nulls(each) for each in value] if isinstance(value, list | tuple) else value


def faults(told: str) -> list[str]:
    """What a runner of another language prints: a line of JSON {"name", "why"} for each vector, `why` empty where it passed."""
    lines = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
    return [f"{each['name']}: {each['why']}" for each in lines if each["why"]]
