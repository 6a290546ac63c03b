"""Servers as processes of their own, and a client light enough not to be what is measured."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluation.service.ports import free_port as free_port

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 180.0
IDLE_SHARE = 0.02
COMPILED_ONCE = {"PYTHONDONTWRITEBYTECODE": ""}
"""For servers: as where Wenlu is installed, modules are compiled at the first start and not at every one (4.0 s of CPU, and 1.8)."""
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Reply:
    """Status and body of an answer."""

    status: int
    body: bytes

    @property
    def payload(self) -> Any:
        """`data` of the envelope."""
        return json.loads(self.body)["data"]


class Connection:
    """One keep-alive HTTP/1.1 connection. Raises `ConnectionError` when the other side goes away."""

    def __init__(self, port: int, headers: Mapping[str, str] | None = None) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._file = self._socket.makefile("rb")
        self._headers = "".join(f"{name}: {value}\r\n" for name, value in (headers or {}).items())

    def call(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Reply:
        """Send one request and read its answer."""
        content = json.dumps(body).encode() if body is not None else b""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{self._headers}"
        if body is not None:
            head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        self._socket.sendall(head.encode() + b"\r\n" + content)
        return self._reply()

    def _reply(self) -> Reply:
        line = self._file.readline()
        if not line:
            raise ConnectionError("The server closed the connection.")
        status, length = int(line.split()[1]), 0
        while (header := self._file.readline().strip()) != b"":
            name, _, value = header.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        body = self._file.read(length)
        if len(body) < length:
            raise ConnectionError("The answer was cut short.")
        return Reply(status, body)

    def close(self) -> None:
        """End the connection."""
        self._file.close()
        self._socket.close()


def start(*arguments: str, environment: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
    """`python -m ...` in a process group of its own, its log thrown away."""
    return subprocess.Popen(
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        env={**os.environ, **COMPILED_ONCE, **(environment or {})},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def stop(process: subprocess.Popen[bytes], signal_number: int = signal.SIGTERM) -> None:
    """End a started process and its children."""
    if process.poll() is None:
        os.killpg(process.pid, signal_number)
    process.wait(timeout=30)


@contextmanager
def running(*arguments: str, port: int, environment: Mapping[str, str] | None = None) -> Iterator[int]:
    """The process id of a server that answers on `port`, ended on leaving."""
    process = start(*arguments, environment=environment)
    try:
        wait_until_it_answers(port, process)
        yield process.pid
    finally:
        stop(process)


def wait_until_it_answers(port: int, process: subprocess.Popen[bytes] | None = None) -> None:
    """Raises `TimeoutError` when nothing answers within `START_SECONDS` or the process ended."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and (process is None or process.poll() is None):
        try:
            connection = Connection(port)
            connection.call("GET", "/healthz")
            connection.close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(f"Nothing answers on port {port}.")


def cpu_seconds(pid: int) -> float:
    """User and system time that a process has used (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def wait_until_idle(pid: int) -> None:
    """Until a server has done what it does after its start: under 2 % of a core for a second."""
    before = cpu_seconds(pid)
    while True:
        time.sleep(1)
        now = cpu_seconds(pid)
        if now - before < IDLE_SHARE:
            return
        before = now


def new_key(database_url: str, organisation: str, *, tier: str = "enterprise") -> str:
    """An API key from the command line, as an operator makes one."""
    command = [sys.executable, "-m", "core.cli", "keys", "create", "--organisation", organisation, "--tier", tier]
    finished = subprocess.run(
        [*command, "--database", database_url], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return finished.stdout.strip()


def bearer(port: int, api_key: str) -> dict[str, str]:
    """The header of a fresh access token."""
    connection = Connection(port)
    reply = connection.call("POST", "/v1/auth/token", {"api_key": api_key})
    connection.close()
    return {"Authorization": f"Bearer {reply.payload['access_token']}"}
