"""Send mutated requests: over a socket to a running server, or straight into an application as a server would."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from evaluation.service.nearly_right.mutations import WELL_FRAMED, Call

PATIENCE_SECONDS = 30.0
"""An answer that takes longer counts as none."""


@dataclass(frozen=True)
class Reply:
    """What became of a call. `status` 0: there was no answer, and `fault` says why if one was owed."""

    status: int
    seconds: float
    body: bytes = b""
    fault: str = ""


class Line:
    """Connections to a server, one after another: each is kept for as long as the server keeps it."""

    def __init__(self, port: int, secrets: Mapping[str, str]) -> None:
        """`secrets`: what stands for the placeholders of `Call`."""
        self._port, self._secrets = port, secrets
        self._socket: socket.socket | None = None

    def send(self, call: Call) -> Reply:
        """One call and its answer."""
        return self.send_bytes(
            call.head_and_body(self._secrets), call.method, owed=call.owed, whole=call.framing in WELL_FRAMED
        )

    def send_bytes(self, content: bytes, method: str, *, owed: bool, whole: bool = True) -> Reply:
        """`owed`: it must be answered (`Call.owed`); another may just be cut off, in time. `whole`: it ends where it says; after another the sending side is
        closed."""
        began = time.monotonic()
        reused = self._socket is not None
        reply = self._exchanged(content, method, owed=owed, whole=whole)
        if reused and not reply.status and time.monotonic() - began < 1:  # closed by the server while nobody spoke
            began = time.monotonic()
            reply = self._exchanged(content, method, owed=owed, whole=whole)
        return Reply(reply.status, time.monotonic() - began, reply.body, reply.fault)

    def close(self) -> None:
        """End the connection."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _exchanged(self, content: bytes, method: str, *, owed: bool, whole: bool) -> Reply:
        try:
            if self._socket is None:
                self._socket = socket.create_connection(("127.0.0.1", self._port), timeout=PATIENCE_SECONDS)
                self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            broken = self._sent(content, whole=whole)
            answer = http.client.HTTPResponse(self._socket, method=method)
            answer.begin()
            upgraded = answer.status == 101
            body = b"" if upgraded else answer.read()
            if upgraded or broken or not whole or answer.will_close:
                self.close()
            return Reply(answer.status, 0.0, body)
        except TimeoutError:
            self.close()
            return Reply(0, 0.0, fault=f"no answer in {PATIENCE_SECONDS:.0f} s")
        except (OSError, http.client.HTTPException) as error:
            self.close()
            return Reply(0, 0.0, fault=f"no answer: {error!r}" if owed else "")

    def _sent(self, content: bytes, *, whole: bool) -> bool:
        """Whether the server stopped reading before the end, as it does for a request that it has refused already."""
        assert self._socket is not None
        try:
            self._socket.sendall(content)
            if not whole:
                self._socket.shutdown(socket.SHUT_WR)
        except (BrokenPipeError, ConnectionResetError):
            return True
        return False


def scope_of(call: Call) -> dict[str, Any]:
    """The ASGI scope that uvicorn makes of a well framed call."""
    path, _, query = call.target.partition("#")[0].partition("?")
    headers = [(name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in call.headers]
    return {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": call.method, "scheme": "http",
        "path": unquote(path), "raw_path": path.encode("ascii"), "query_string": query.encode("ascii"), "root_path": "",
        "headers": [*headers, (b"content-length", str(len(call.body)).encode())], "client": ("127.0.0.1", 50_000), "server": ("127.0.0.1", 80), "state": {},
    }  # fmt: skip


async def answered_by(app: Any, call: Call) -> int:
    """The status that an application gives to a call. Raises what leaves the application."""
    messages = [{"type": "http.request", "body": call.body, "more_body": False}]
    statuses: list[int] = []

    async def receive() -> dict[str, Any]:
        return messages.pop() if messages else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    await app(scope_of(call), receive, send)
    return statuses[0] if statuses else 0
