"""An OpenAI-compatible address: answers replayed as servers of different kinds give them."""

from __future__ import annotations

import gzip
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import httpx
import pytest

from core.backends.chat import FAILURES, REST_SECONDS, ChatEndpoint

ASKED = [{"role": "system", "content": "批改"}, {"role": "user", "content": "{}"}]
SCHEMA = {"type": "object"}
Handler = Callable[[httpx.Request], httpx.Response]


def endpoint(handler: Handler, **more: object) -> ChatEndpoint:
    return ChatEndpoint("http://model.test/v1/", "teacher", transport=httpx.MockTransport(handler), **more)  # type: ignore[arg-type]


def completion(text: str) -> httpx.Response:
    return httpx.Response(200, json={"choices": [{"message": {"role": "assistant", "content": text}}]})


def test_the_answer_is_the_first_choice_and_the_key_goes_in_the_header() -> None:
    seen: list[httpx.Request] = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return completion('{"edits": []}')

    assert endpoint(handler, key="k1").answer(ASKED, SCHEMA) == '{"edits": []}'
    (request,) = seen
    body = json.loads(request.content)
    assert str(request.url) == "http://model.test/v1/chat/completions"
    assert request.headers["authorization"] == "Bearer k1"
    assert (body["model"], body["messages"], body["temperature"]) == ("teacher", ASKED, 0)
    assert body["response_format"]["json_schema"]["schema"] == SCHEMA


def test_a_server_without_schemas_is_asked_more_plainly_and_remembered() -> None:
    formats: list[str] = []

    def handler(request: httpx.Request) -> httpx.Response:
        format_ = json.loads(request.content).get("response_format", {"type": "text"})["type"]
        formats.append(format_)
        return completion("{}") if format_ == "text" else httpx.Response(400, json={"error": "response_format"})

    asked = endpoint(handler)
    assert [asked.answer(ASKED, SCHEMA), asked.answer(ASKED, SCHEMA)] == ["{}", "{}"]
    assert formats == ["json_schema", "json_object", "text", "text"]


@pytest.mark.parametrize(
    "reply",
    [
        httpx.Response(500),
        httpx.Response(401, json={"error": "no"}),
        httpx.Response(200, content=b"<html>"),
        httpx.Response(200, json={"choices": []}),
        httpx.Response(200, json={"choices": [{"message": {"content": None}}]}),
        httpx.Response(200, json=[1, 2]),
    ],
    ids=["broken", "not let in", "no JSON", "no choice", "no text", "a list"],
)
def test_a_broken_server_gives_no_answer_and_no_error(reply: httpx.Response) -> None:
    assert endpoint(lambda request: reply).answer(ASKED, SCHEMA) is None


def test_a_slow_or_absent_server_gives_no_answer() -> None:
    def slow(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadTimeout("slow", request=request)

    def absent(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused", request=request)

    assert [endpoint(slow).answer(ASKED, SCHEMA), endpoint(absent).answer(ASKED, SCHEMA)] == [None, None]


# -- a server that lies, on a real socket --------------------------------------------------------------------


@contextmanager
def lying(respond: Callable[[socket.socket], None]) -> Iterator[str]:
    """A server on loopback that answers each connection with whatever `respond` sends; ends with the test."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                threading.Thread(target=answered, args=(connection,), daemon=True).start()

        def answered(connection: socket.socket) -> None:
            with connection, suppress(OSError):
                connection.recv(65_536)
                respond(connection)

        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
        listening.shutdown(socket.SHUT_RDWR)


def trickle(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    for _ in range(600):
        connection.sendall(b" ")
        time.sleep(0.05)


def trickle_headers(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    for count in range(600):
        connection.sendall(b"X-%d: a\r\n" % count)
        time.sleep(0.05)


def say_nothing(connection: socket.socket) -> None:
    time.sleep(30)


def flood(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    for _ in range(2_000):
        connection.sendall(b"10000\r\n" + b" " * 65_536 + b"\r\n")


def endless_headers(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    for _ in range(2_000):
        connection.sendall(b"X: " + b"a" * 65_536 + b"\r\n")


def hang_up(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{")


@pytest.mark.parametrize("respond", [trickle, trickle_headers, say_nothing, flood, endless_headers, hang_up])
def test_an_answer_has_one_deadline_and_one_size_whatever_the_server_does(
    respond: Callable[[socket.socket], None],
) -> None:
    with lying(respond) as url:
        began = time.monotonic()
        assert ChatEndpoint(url, "teacher", seconds=0.5).answer(ASKED, SCHEMA) is None
        assert time.monotonic() - began < 3


def packed(content: bytes) -> httpx.Response:
    return httpx.Response(200, content=gzip.compress(content), headers={"Content-Encoding": "gzip"})


LIES = {
    "nested": lambda: httpx.Response(200, content=b"[" * 100_000),
    "nested inside": lambda: completion("[" * 100_000),
    "a bomb": lambda: packed(b" " * 50_000_000),
    "elsewhere": lambda: httpx.Response(302, headers={"Location": "http://elsewhere.test/"}),
    "a huge number": lambda: httpx.Response(200, content=b'{"choices": ' + b"9" * 10_000 + b"}"),
    "no text": lambda: httpx.Response(200, content=b"\xff\xfe\xff"),
    "another type": lambda: httpx.Response(200, json={"choices": {"0": {"message": "x"}}}),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_no_answer(lie: str) -> None:
    seen: list[str] = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request.url.host)
        return LIES[lie]()

    answer = endpoint(handler).answer(ASKED, SCHEMA)
    assert answer is None or lie == "nested inside"
    assert set(seen) == {"model.test"}


def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with lying(lambda connection: connection.sendall(ANSWERED)) as url:
        monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
        monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
        assert ChatEndpoint(url, "teacher", seconds=5).answer(ASKED, SCHEMA) == "{}"


ANSWERED = b'HTTP/1.1 200 OK\r\nContent-Length: 45\r\n\r\n{"choices": [{"message": {"content": "{}"}}]}'


def test_a_server_that_is_down_is_left_alone_for_a_while_and_then_tried_by_one() -> None:
    seconds, asked, up = [0.0], [0], [False]

    def handler(request: httpx.Request) -> httpx.Response:
        asked[0] += 1
        return completion("{}") if up[0] else httpx.Response(500)

    chat = endpoint(handler, now=lambda: seconds[0])
    for _ in range(10):
        assert chat.answer(ASKED, SCHEMA) is None
    assert asked[0] == FAILURES
    seconds[0] = REST_SECONDS + 1
    assert [chat.answer(ASKED, SCHEMA) for _ in range(3)] == [None] * 3
    assert asked[0] == FAILURES + 1
    up[0] = True
    seconds[0] *= 3
    assert [chat.answer(ASKED, SCHEMA) for _ in range(3)] == ["{}"] * 3
