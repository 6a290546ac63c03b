"""Calls to learning platforms: only to addresses that may be called, without redirects, bounded."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import httpx
import pytest

from core.backends.platforms import HttpPlatformCalls
from core.errors import PlatformAway
from core.ports.lti import PlatformAnswer

ADDRESSES = {
    "lms.test": ["93.184.216.34"],
    "inside.test": ["10.1.2.3"],
    "both.test": ["93.184.216.34", "127.0.0.1"],
    "mapped.test": ["::ffff:169.254.169.254"],
    "nowhere.test": [],
}


def calls(answer: Callable[[httpx.Request], httpx.Response]) -> HttpPlatformCalls:
    return HttpPlatformCalls(transport=httpx.MockTransport(answer), resolve=lambda host, port: ADDRESSES[host])


def get(
    url: str, answer: Callable[[httpx.Request], httpx.Response], named: tuple[tuple[str, int], ...] = ()
) -> PlatformAnswer:
    return calls(answer).call("GET", url, named_hosts=named, headers={"Accept": "x/y"}, most_bytes=1_000)


def test_the_address_that_was_looked_at_is_the_one_that_is_called() -> None:
    seen: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(200, headers={"Link": "<x>"}, content=b"ok")

    told = get("https://lms.test:8443/keys?a=1", answer)
    assert (told.status, told.body, told.headers["link"]) == (200, b"ok", "<x>")
    (request,) = seen
    assert str(request.url) == "https://93.184.216.34:8443/keys?a=1"
    assert request.headers["host"] == "lms.test:8443"
    assert request.extensions["sni_hostname"] == "lms.test"


@pytest.mark.parametrize("host", ["inside.test", "both.test", "mapped.test"])
def test_an_address_in_a_private_network_is_called_only_if_the_operator_named_the_host(host: str) -> None:
    called: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        called.append(str(request.url))
        return httpx.Response(200)

    with pytest.raises(PlatformAway, match="private network"):
        get(f"https://{host}/members", answer, named=(("lms.test", 443), (host, 8443)))
    assert called == []
    assert get(f"https://{host}/members", answer, named=((host, 443),)).status == 200


def test_a_redirect_is_not_followed() -> None:
    answer = get("https://lms.test/keys", lambda _: httpx.Response(302, headers={"Location": "http://10.0.0.1/"}))
    assert answer.status == 302


@pytest.mark.parametrize(
    "answer",
    [
        lambda _: httpx.Response(200, content=b"x" * 1_001),
        lambda _: httpx.Response(200, headers={"Content-Encoding": "gzip"}, content=b""),
    ],
)
def test_an_answer_that_is_too_long_or_compressed_is_not_read(
    answer: Callable[[httpx.Request], httpx.Response],
) -> None:
    with pytest.raises(PlatformAway, match="cannot be reached"):
        get("https://lms.test/keys", answer)


def test_a_call_ends_in_time_however_slowly_the_header_drips() -> None:
    def drip(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection, suppress(OSError):
            while True:
                connection.sendall(b"H")
                time.sleep(0.02)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        threading.Thread(target=drip, args=(listener,), daemon=True).start()
        began = time.monotonic()
        with pytest.raises(PlatformAway, match="TimeoutError"):
            HttpPlatformCalls(whole_seconds=0.3).call(
                "GET",
                f"http://127.0.0.1:{port}/",
                named_hosts=[("127.0.0.1", port)],
                headers={},
                most_bytes=9_999_999,
            )
        assert time.monotonic() - began < 20


def test_a_platform_that_does_not_answer_is_away() -> None:
    def broken(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused", request=request)

    for url in ("https://lms.test/keys", "https://nowhere.test/keys"):
        with pytest.raises(PlatformAway, match="cannot be reached"):
            get(url, broken)
