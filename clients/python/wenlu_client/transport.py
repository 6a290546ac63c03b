"""One HTTP request and its answer, with a time for connecting and one for the whole."""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import urlsplit

from .errors import ConnectionFailed, TimedOut


@dataclass(frozen=True)
class Request:
    """What is sent. Its `repr` shows no headers and no body: they hold the token, and what students wrote."""

    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Answer:
    """What came back. The names of headers are in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Transport(Protocol):
    """Sends requests. Another one (with a proxy, of another library, of a test) can be given to the client."""

    def send(self, request: Request, *, connect_timeout_seconds: float, timeout_seconds: float) -> Answer:
        """Raises `TimedOut`, `ConnectionFailed`; an answer that is an error is an answer.

        Must not follow redirects: the token would go to another address. They are answers too.
        """
        ...


class HttpTransport:
    """Sends with the standard library, each request on a connection of its own. It can be shared by threads.

    `ssl_context`: for a server whose certificate is of an authority of one's own (`ssl.create_default_context(cafile=...)`).
    """

    def __init__(self, *, ssl_context: ssl.SSLContext | None = None) -> None:
        self._ssl_context = ssl_context

    def send(self, request: Request, *, connect_timeout_seconds: float, timeout_seconds: float) -> Answer:
        """Send a request and read all of its answer. Raises `TimedOut`, `ConnectionFailed`."""
        connection = self._connected(request.url, connect_timeout_seconds)
        deadline = time.monotonic() + timeout_seconds
        try:
            return _exchanged(connection, request, deadline)
        except TimeoutError as error:
            raise TimedOut(f"There was no answer within {timeout_seconds:g} s.") from error
        except (OSError, http.client.HTTPException) as error:
            raise ConnectionFailed(f"The connection broke: {error or type(error).__name__}.") from error
        finally:
            connection.close()

    def _connected(self, url: str, timeout_seconds: float) -> http.client.HTTPConnection:
        """Raises `TimedOut`, `ConnectionFailed`: nothing has been sent then."""
        host, port = urlsplit(url).hostname or "", urlsplit(url).port
        connection: http.client.HTTPConnection
        if urlsplit(url).scheme == "https":
            connection = http.client.HTTPSConnection(host, port, timeout=timeout_seconds, context=self._ssl_context)
        else:
            connection = http.client.HTTPConnection(host, port, timeout=timeout_seconds)
        try:
            connection.connect()
        except TimeoutError as error:
            connection.close()
            raise TimedOut(f"{host} did not accept a connection within {timeout_seconds:g} s.", sent=False) from error
        except OSError as error:
            connection.close()
            raise ConnectionFailed(f"No connection to {host}: {error}.", sent=False) from error
        return connection


def _exchanged(connection: http.client.HTTPConnection, request: Request, deadline: float) -> Answer:
    """Send and read on an open connection. Raises `OSError`, `TimeoutError` among them, and `HTTPException`."""
    address = urlsplit(request.url)
    target = f"{address.path or '/'}?{address.query}" if address.query else address.path or "/"
    connection.sock.settimeout(_left(deadline))
    with suppress(BrokenPipeError, ConnectionResetError):  # a server that refuses a body unread has answered already
        connection.request(request.method, target, body=request.body, headers=dict(request.headers))
    response = http.client.HTTPResponse(_TimedSocket(connection.sock, deadline), method=request.method)  # type: ignore[arg-type]
    with response:
        response.begin()
        body = response.read()
        return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, body)


def _left(deadline: float) -> float:
    """Seconds until the deadline. Raises `TimeoutError` when it has passed."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


class _TimedSocket:
    """A socket to read from until a deadline, however the bytes trickle in; a socket's own time-out begins anew with each."""

    def __init__(self, sock: socket.socket, deadline: float) -> None:
        self._sock = sock
        self._deadline = deadline

    def makefile(self, *_: object) -> io.BufferedReader:
        """What `HTTPResponse` reads from."""
        return io.BufferedReader(_TimedReader(self._sock, self._deadline))


class _TimedReader(io.RawIOBase):
    def __init__(self, sock: socket.socket, deadline: float) -> None:
        self._sock = sock
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._sock.settimeout(_left(self._deadline))
        return self._sock.recv_into(buffer)
