"""Limits on connections, which uvicorn does not have: time for a head, a body, an answer; the number of connections.

`Connection` and `Websocket` are uvicorn's own protocols that also report their state. `Sweep` looks over all connections once a
second and cuts each one that has stayed in a state for longer than that state may last.

state    lasts at most      for instance
head     header_seconds     a request head that trickles, a socket that says nothing, a handshake that does not end
body     body_seconds       a body that trickles, `Expect: 100-continue` and then nothing
unread   body_seconds       a reader who takes nothing of the answer
closing  header_seconds     the same, when the answer fitted into the buffer

uvicorn itself ends connections that are idle between two requests (`timeout_keep_alive`) and websockets whose other end is gone
(pings). When there are too many connections, the oldest that has sent no request is cut, instead of refusing the newest.
"""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, cast

import h11
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from core.settings import Settings
from core.web.addresses import client_address, trusted
from core.web.middleware import MOST_HEAD_BYTES

MOST_CONNECTIONS = 2_000
"""Connections of one process: a school of 500 with four each, as browsers keep while a page loads."""
MOST_SILENT = 128
"""Connections of one address that have sent no request: browsers open one or two in advance, and a school has one address."""
OTHER_FILES = 200
"""Open files of the process that are reserved for the database, the tables and uploads."""
MOST_MESSAGE_BYTES = 4 * 2**20
"""Bytes of a websocket message: it holds the state of all widgets of a page, texts included. Files are not sent this way."""
KEEP_ALIVE_SECONDS = 15
PING_SECONDS = 20.0
GRACE_SECONDS = 5
"""How long answers that are under way may take after SIGTERM."""
SWEEP_SECONDS = 1.0
BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 20\r\n"
    b"Retry-After: 5\r\nConnection: close\r\n\r\nToo many connections"
)
LATE = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
UNREADABLE = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

State = tuple[str, int]
"""What a connection is doing, and a number that tells one occurrence of that from the next."""


@dataclass(frozen=True)
class Bounds:
    """How long a state may last, in seconds, and how many connections there may be."""

    header_seconds: float
    body_seconds: float
    connections: int = MOST_CONNECTIONS
    silent: int = MOST_SILENT
    peers_are_proxies: bool = False
    """Whether connections come from proxies on behalf of many clients: then nothing is limited by address."""

    def seconds(self, state: State) -> float | None:
        """How long a state may last; None = without limit."""
        return {
            "head": self.header_seconds,
            "body": self.body_seconds,
            "unread": self.body_seconds,
            "closing": self.header_seconds,
        }.get(state[0])


@cache
def bounds() -> Bounds:
    """The bounds of this process, from the environment: a worker that uvicorn starts gets no other arguments."""
    settings = Settings.from_environment()
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return Bounds(
        header_seconds=settings.header_seconds,
        body_seconds=settings.body_seconds,
        connections=max(min(MOST_CONNECTIONS, files - OTHER_FILES), OTHER_FILES),
        peers_are_proxies=bool(trusted(settings.trusted_proxies)),
    )


def server_options(settings: Settings) -> dict[str, Any]:
    """The options that uvicorn is started with, whatever it serves. Also raises the process's limit of open files to the hard limit."""
    trusted(settings.trusted_proxies)  # raises now for an unusable setting, and not with the first request
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return {
        "http": Connection,
        "ws": Websocket,
        "ws_max_size": MOST_MESSAGE_BYTES,
        "ws_ping_interval": PING_SECONDS,
        "ws_ping_timeout": PING_SECONDS,
        "timeout_keep_alive": KEEP_ALIVE_SECONDS,
        "timeout_graceful_shutdown": GRACE_SECONDS,
        "h11_max_incomplete_event_size": MOST_HEAD_BYTES,
        "proxy_headers": False,
        "server_header": False,
        "access_log": False,
        "log_level": "warning",
        "log_config": None,
    }


class _Peer:
    """The address at the other end of a connection."""

    client: tuple[str, int] | None

    @cached_property
    def address(self) -> str:
        """See `client_address`."""
        scope: Scope = {"client": self.client}
        return client_address(scope)


class Connection(_Peer, H11Protocol):
    """An HTTP/1.1 connection that `Sweep` looks over."""

    pauses = 0
    """How often sending had to wait for the reader: a reader that is slow but goes on reading is not cut."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection; where there are too many, the oldest silent one is cut."""
        super().connection_made(transport)
        sweep = sweep_of(self.server_state, self.loop)
        if not sweep.make_room_for(self):
            transport.write(BUSY)
            transport.close()

    def pause_writing(self) -> None:
        """The reader takes less than is sent."""
        self.pauses += 1
        super().pause_writing()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP. Where that is found in the middle of a request, the application at work on it is told that its client is gone: an answer
        of its own would fail, and the failure would be logged as one of ours."""
        begun = False
        if self.cycle is not None and not self.cycle.response_complete:
            begun = self.cycle.response_started
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if begun:
            self.transport.close()
        else:
            super().send_400_response(msg)

    def state(self) -> State:
        """What the connection is at."""
        if self.transport.is_closing():
            return ("closing", 0)
        if self.flow.write_paused:
            return ("unread", self.pauses)
        theirs = self.conn.their_state
        if theirs is h11.SEND_BODY:
            return ("body", id(self.cycle))
        if theirs is h11.IDLE and (self.cycle is None or self.conn.trailing_data[0]):
            return ("head", id(self.cycle))
        return ("work", 0)

    def cut(self) -> None:
        """End the connection; with a 408 where a request head was awaited."""
        if self.state()[0] != "head":
            self.transport.abort()
            return
        self.transport.write(LATE)
        self.transport.close()


class Websocket(_Peer, WebSocketsSansIOProtocol):
    """A websocket that `Sweep` looks over."""

    pauses = 0

    def data_received(self, data: bytes) -> None:
        """Read on. A handshake that cannot be read (too many headers, a body) is refused at once, with the answer that the protocol has ready for it
        where it has one: uvicorn would leave it without any until the sweep."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_complete:
            self.handshake_complete = self.close_sent = True
            self.transport.write(b"".join(self.conn.data_to_send()) or UNREADABLE)
            self.transport.close()

    def pause_writing(self) -> None:
        """The reader takes less than is sent."""
        self.pauses += 1
        super().pause_writing()

    def state(self) -> State:
        """What the connection is at."""
        if self.transport.is_closing():
            return ("closing", 0)
        if not self.writable.is_set():
            return ("unread", self.pauses)
        return ("work", 0) if self.handshake_complete else ("head", 0)

    def cut(self) -> None:
        """End the websocket without a message: nobody reads one."""
        self.transport.abort()


Swept = Connection | Websocket


class Sweep:
    """Looks over all connections of a server once a second."""

    def __init__(self, connections: Iterable[Swept], limits: Bounds, loop: asyncio.AbstractEventLoop) -> None:
        self._connections = connections
        self._bounds = limits
        self._loop = loop
        self._since: dict[Swept, tuple[State, float]] = {}
        self._period = min(SWEEP_SECONDS, limits.header_seconds / 4)
        loop.call_later(self._period, self._sweep_again)

    def make_room_for(self, new: Connection) -> bool:
        """Make room for a new connection; False where no connection can be cut for it."""
        self._since[new] = (new.state(), time.monotonic())
        others = [connection for connection in self._connections if connection is not new]
        same = (
            []
            if self._bounds.peers_are_proxies
            else [connection for connection in others if connection.address == new.address]
        )
        # States are looked up only past a bound: a flood of connections must be cheap to handle.
        if len(same) >= self._bounds.silent:
            silent = _without_request(same)
            if len(silent) >= self._bounds.silent:
                self._oldest(silent).cut()
        if len(others) < self._bounds.connections:
            return True
        silent = _without_request(others)
        if silent:
            self._oldest(silent).cut()
        return bool(silent)

    def _oldest(self, connections: list[Swept]) -> Swept:
        now = time.monotonic()
        return min(connections, key=lambda connection: self._since.get(connection, (None, now))[1])

    def sweep(self, now: float) -> None:
        """Cut connections that have been in one state for too long. `now`: monotonic seconds."""
        current = {}
        for connection in list(self._connections):
            state = connection.state()
            before, since = self._since.get(connection, (state, now))
            current[connection] = (state, since if before == state else now)
            longest = self._bounds.seconds(state)
            if longest is not None and now - current[connection][1] > longest:
                connection.cut()
        self._since = current

    def _sweep_again(self) -> None:
        self.sweep(time.monotonic())
        self._loop.call_later(self._period, self._sweep_again)


def _without_request(connections: list[Swept]) -> list[Swept]:
    """Those that have sent no request yet."""
    return [connection for connection in connections if connection.state()[0] == "head"]


def sweep_of(server: ServerState, loop: asyncio.AbstractEventLoop) -> Sweep:
    """The sweep of a server; its first connection starts it."""
    sweep: Sweep | None = getattr(server, "sweep", None)
    if sweep is None:
        sweep = Sweep(cast(set[Swept], server.connections), bounds(), loop)
        server.sweep = sweep  # type: ignore[attr-defined]
    return sweep
