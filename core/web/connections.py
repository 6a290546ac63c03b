"""What a connection may take: time for a head, a body, an answer; room in the process. uvicorn bounds none of these.

`Connection` and `Websocket` are uvicorn's own protocols; what they add is looked at from outside, once a second over all
connections (`Sweep`): a connection that stays in one state for longer than that state may last is cut.

state    lasts at most      for instance
head     header_seconds     a request head that trickles, a socket that says nothing, a handshake that does not end
body     body_seconds       a body that trickles, `Expect: 100-continue` and then nothing
unread   body_seconds       a reader who takes nothing of the answer
closing  header_seconds     the same, when the answer fitted into the buffer

Idle connections between two requests are uvicorn's (`timeout_keep_alive`), and websockets whose other end is gone (pings).
When there are too many, it is the oldest of those that have asked for nothing that goes, not whoever comes next.
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
from core.web.around import MOST_HEAD_BYTES

MOST_CONNECTIONS = 2_000
"""Of one process: a school of 500 with four connections each, as browsers keep while a page loads."""
MOST_SILENT = 128
"""Connections of one address that have asked for nothing: browsers open one or two ahead, and a school has one address."""
OTHER_FILES = 200
"""Left of the process's open files for the database, the tables and what is uploaded."""
MOST_MESSAGE_BYTES = 4 * 2**20
"""Of a websocket message: the state of all widgets of a page, its texts among it. Files are not sent this way."""
KEEP_ALIVE_SECONDS = 15
PING_SECONDS = 20.0
GRACE_SECONDS = 5
"""After SIGTERM, for answers that are under way."""
SWEEP_SECONDS = 1.0
BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 20\r\n"
    b"Retry-After: 5\r\nConnection: close\r\n\r\nToo many connections"
)
LATE = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

State = tuple[str, int]
"""What a connection is at, and which time in its life."""


@dataclass(frozen=True)
class Bounds:
    """Seconds that a state may last, and numbers of connections."""

    header_seconds: float
    body_seconds: float
    connections: int = MOST_CONNECTIONS
    silent: int = MOST_SILENT
    many: bool = False
    """Whether peers are proxies that stand for many: then nothing is bounded by address."""

    def seconds(self, state: State) -> float | None:
        """How long a state may last; None for as long as it likes."""
        return {
            "head": self.header_seconds,
            "body": self.body_seconds,
            "unread": self.body_seconds,
            "closing": self.header_seconds,
        }.get(state[0])


@cache
def bounds() -> Bounds:
    """Of this process, from the environment: a worker that uvicorn starts is given nothing else."""
    settings = Settings.from_environment()
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return Bounds(
        header_seconds=settings.header_seconds,
        body_seconds=settings.body_seconds,
        connections=max(min(MOST_CONNECTIONS, files - OTHER_FILES), OTHER_FILES),
        many=bool(trusted(settings.trusted_proxies)),
    )


def server_options(settings: Settings) -> dict[str, Any]:
    """What uvicorn is started with, whatever it serves. The process may open as many files as its hard limit says from here on."""
    trusted(settings.trusted_proxies)  # an unusable setting is told now, and not with the first request
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
    """Whose connection it is."""

    client: tuple[str, int] | None

    @cached_property
    def address(self) -> str:
        """See `client_address`."""
        scope: Scope = {"client": self.client}
        return client_address(scope)


class Connection(_Peer, H11Protocol):
    """One connection that speaks HTTP/1.1 and is swept."""

    pauses = 0
    """How often the answer waited for its reader: a slow reader who goes on reading is let be."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Takes the connection in; the oldest silent one goes where there are too many."""
        super().connection_made(transport)
        sweep = sweep_of(self.server_state, self.loop)
        if not sweep.let_in(self):
            transport.write(BUSY)
            transport.close()

    def pause_writing(self) -> None:
        """The reader takes less than is sent."""
        self.pauses += 1
        super().pause_writing()

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
        """End it; with a word where a head was waited for."""
        if self.state()[0] != "head":
            self.transport.abort()
            return
        self.transport.write(LATE)
        self.transport.close()


class Websocket(_Peer, WebSocketsSansIOProtocol):
    """One websocket that is swept."""

    pauses = 0

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
        """End it without a word: there is nobody who reads."""
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
        loop.call_later(self._period, self._again)

    def let_in(self, new: Connection) -> bool:
        """Makes room for a new connection, if there is any to be made."""
        self._since[new] = (new.state(), time.monotonic())
        others = [each for each in self._connections if each is not new]
        same = [] if self._bounds.many else [each for each in others if each.address == new.address]
        # States are asked for only past a bound: a flood of connections must be cheap to take.
        if len(same) >= self._bounds.silent:
            silent = _silent(same)
            if len(silent) >= self._bounds.silent:
                self._oldest(silent).cut()
        if len(others) < self._bounds.connections:
            return True
        silent = _silent(others)
        if silent:
            self._oldest(silent).cut()
        return bool(silent)

    def _oldest(self, among: list[Swept]) -> Swept:
        now = time.monotonic()
        return min(among, key=lambda each: self._since.get(each, (None, now))[1])

    def sweep(self, now: float) -> None:
        """Cuts what has been in one state for too long."""
        seen = {}
        for each in list(self._connections):
            state = each.state()
            before, since = self._since.get(each, (state, now))
            seen[each] = (state, since if before == state else now)
            most = self._bounds.seconds(state)
            if most is not None and now - seen[each][1] > most:
                each.cut()
        self._since = seen

    def _again(self) -> None:
        self.sweep(time.monotonic())
        self._loop.call_later(self._period, self._again)


def _silent(among: list[Swept]) -> list[Swept]:
    """Those that have asked for nothing yet."""
    return [each for each in among if each.state()[0] == "head"]


def sweep_of(server: ServerState, loop: asyncio.AbstractEventLoop) -> Sweep:
    """The sweep of a server, begun with its first connection."""
    found: Sweep | None = getattr(server, "sweep", None)
    if found is None:
        found = Sweep(cast(set[Swept], server.connections), bounds(), loop)
        server.sweep = found  # type: ignore[attr-defined]
    return found
