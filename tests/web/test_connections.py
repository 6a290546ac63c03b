"""Slow, half-open and too many connections, against a real server with short limits."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack

import pytest
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from tests.web.conftest import Serve

PATIENCE_SECONDS = 10.0
"""Of a test: the limits are tenths of a second, the machine may be busy."""
GONE = r"Broken pipe|reset"


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers with the length of the body; /large with far more than any buffer holds."""
    request = Request(scope, receive)
    length = len(await request.body())
    body: Response = PlainTextResponse(b"x" * 2**26 if request.url.path == "/large" else str(length))
    await body(scope, receive, send)


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS)


def read_to_end(connection: socket.socket) -> bytes:
    """What is sent until the other side closes. Raises `TimeoutError` where it never does."""
    read = b""
    try:
        while part := connection.recv(2**16):
            read += part
    except ConnectionResetError:
        pass
    return read


def trickle(connection: socket.socket, byte: bytes) -> None:
    """A byte at a time, for as long as the other side takes it."""
    for _ in range(int(PATIENCE_SECONDS / 0.02)):
        connection.sendall(byte)
        time.sleep(0.02)


def test_a_connection_that_says_nothing_is_closed(serve: Serve) -> None:
    with connected(serve(echo)) as silent:
        assert read_to_end(silent).startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize("before", [b"", b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"])
def test_a_head_that_trickles_is_cut(serve: Serve, before: bytes) -> None:
    with connected(serve(echo)) as slow:
        slow.sendall(before)
        if before:
            assert slow.recv(2**16).startswith(b"HTTP/1.1 200")
        with pytest.raises(OSError, match=GONE):
            trickle(slow, b"E")


def test_a_body_that_trickles_is_cut(serve: Serve) -> None:
    with connected(serve(echo)) as slow:
        slow.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")
        with pytest.raises(OSError, match=GONE):
            trickle(slow, b"x")


def test_a_body_that_is_promised_and_never_sent_is_not_waited_for(serve: Serve) -> None:
    with connected(serve(echo)) as promised:
        promised.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n")
        assert read_to_end(promised) == b"HTTP/1.1 100 Continue\r\n\r\n"


@pytest.mark.parametrize("chunk", [b"zz", b"5\r\nhello\r\nzz", b"-1"])
def test_a_body_that_is_no_http_any_more_is_refused_and_its_application_told_that_the_client_is_gone(
    serve: Serve, chunk: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    gone: list[str] = []

    async def reading(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await echo(scope, receive, send)
        except ClientDisconnect:
            gone.append(scope["path"])

    with connected(serve(reading)) as broken:
        broken.sendall(b"POST /form HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        time.sleep(0.1)
        broken.sendall(chunk + b"\r\n")
        assert read_to_end(broken).startswith(b"HTTP/1.1 400")
    assert gone == ["/form"]
    assert "Exception in ASGI" not in caplog.text


@pytest.mark.parametrize(
    "more", [b"Content-Length: 2\r\n\r\n{}", b"X: y\r\n" * 200 + b"\r\n", b"X: " + b"y" * 15_000 + b"\r\n\r\n"]
)
def test_a_handshake_that_cannot_be_read_is_refused_at_once(serve: Serve, more: bytes) -> None:
    upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n"
    with connected(serve(echo, header_seconds=PATIENCE_SECONDS)) as shaking:
        shaking.settimeout(PATIENCE_SECONDS / 2)
        shaking.sendall(b"GET /_stcore/stream HTTP/1.1\r\nHost: a\r\n" + upgrade + more)
        assert read_to_end(shaking).startswith(b"HTTP/1.1 4")


def test_a_reader_who_takes_nothing_is_cut(serve: Serve) -> None:
    with connected(serve(echo)) as reader:
        reader.sendall(b"GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
        time.sleep(1.5)
        assert len(read_to_end(reader)) < 2**26


def test_a_slow_body_within_its_time_is_read(serve: Serve) -> None:
    with connected(serve(echo, body_seconds=PATIENCE_SECONDS)) as slow:
        slow.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nConnection: close\r\n\r\n")
        for _ in range(5):
            slow.sendall(b"x")
            time.sleep(0.1)
        assert read_to_end(slow).endswith(b"5")


def test_where_too_many_say_nothing_the_oldest_goes_and_the_next_is_served(serve: Serve) -> None:
    port = serve(echo, header_seconds=PATIENCE_SECONDS, silent=3)
    with ExitStack() as open_ones:
        silent = [open_ones.enter_context(connected(port)) for _ in range(5)]
        asking = open_ones.enter_context(connected(port))
        asking.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        assert read_to_end(asking).endswith(b"0")
        assert read_to_end(silent[0]).startswith(b"HTTP/1.1 408")


def test_over_all_places_a_silent_connection_makes_room(serve: Serve) -> None:
    port = serve(echo, header_seconds=PATIENCE_SECONDS, connections=2)
    with ExitStack() as open_ones:
        for _ in range(4):
            open_ones.enter_context(connected(port))
        asking = open_ones.enter_context(connected(port))
        asking.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        assert read_to_end(asking).endswith(b"0")


def test_a_head_of_a_hundred_thousand_bytes_is_refused(serve: Serve) -> None:
    with connected(serve(echo)) as large:
        large.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 100_000)
        assert read_to_end(large).startswith(b"HTTP/1.1 400")
