"""Addresses, origins, headers: what is believed, who may connect, what every answer says."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from core.errors import BadSetting
from core.settings import Settings
from core.web.addresses import client_address, from_own_origin, own_host
from core.web.headers import page_policy
from core.web.middleware import served_middleware
from core.web.origins import SameOriginWebsockets

PROXY = "10.0.0.7"


async def echo_address(request: Request) -> Response:
    """Who calls, and under which name."""
    return JSONResponse([client_address(request.scope), own_host(request.scope), request.url.scheme])


async def greet_websocket(websocket: WebSocket) -> None:
    """Says one word."""
    await websocket.accept()
    await websocket.receive_bytes()
    await websocket.send_text("hello")


def client(peer: str = "203.0.113.5", *, base_url: str = "http://school.example", **settings: Any) -> TestClient:
    """A client at an address, of an application behind everything that stands around requests."""
    routes = [Route(path, echo_address) for path in ("/", "/v1/x", "/static/x.js")]
    app = Starlette(
        routes=[*routes, WebSocketRoute("/_stcore/stream", greet_websocket)],
        middleware=served_middleware(Settings(**settings)),
    )
    return TestClient(app, base_url=base_url, client=(peer, 5_000))


FORWARDED = {"X-Forwarded-For": "198.51.100.9", "X-Forwarded-Host": "wenlu.example", "X-Forwarded-Proto": "https"}


@pytest.mark.parametrize("peer", ["127.0.0.1", "203.0.113.5"])
def test_nobody_is_believed_where_no_proxy_is_named(peer: str) -> None:
    assert client(peer).get("/", headers=FORWARDED).json() == [peer, "school.example", "http"]


def test_a_named_proxy_says_who_calls_and_under_which_name() -> None:
    answer = client(PROXY, trusted_proxies="10.0.0.0/8, ::1").get("/", headers=FORWARDED)
    assert answer.json() == ["198.51.100.9", "wenlu.example", "https"]


@pytest.mark.parametrize(
    ("sent", "caller"),
    [
        ("1.2.3.4, 198.51.100.9", "198.51.100.9"),
        ("198.51.100.9, 10.0.0.8", "198.51.100.9"),
        ("1.2.3.4, nonsense", PROXY),
        ("", PROXY),
        ("2001:db8:1:2:3::9", "2001:db8:1:2::/64"),
        ("::ffff:198.51.100.9", "198.51.100.9"),
    ],
)
def test_the_caller_is_the_last_that_a_proxy_does_not_answer_for(sent: str, caller: str) -> None:
    answer = client(PROXY, trusted_proxies="10.0.0.0/8").get("/", headers={"X-Forwarded-For": sent})
    assert answer.json()[0] == caller


@pytest.mark.parametrize("setting", ["*", "proxy.example", "10.0.0.0/99"])
def test_a_proxy_is_named_by_its_address(setting: str) -> None:
    with pytest.raises(BadSetting, match="neither an address nor a network"):
        client(trusted_proxies=setting).get("/")


@pytest.mark.parametrize("host", ["a/b", "a@b", "a b", "<x>", "a:123456", ""])
def test_a_host_that_can_be_none_is_refused(host: str) -> None:
    assert client().get("/", headers={"Host": host}).status_code == 400


@pytest.mark.parametrize(
    ("scheme", "host", "origin", "own"),
    [
        ("http", "a:80", "http://a", True),
        ("http", "a:8501", "http://a:8501", True),
        ("http", "a:8501", "http://a:8502", False),
        ("http", "a", "https://a", True),
        ("https", "a", "http://a", False),
        ("https", "a:443", "https://a", True),
        ("http", "a", "null", False),
        ("http", "a", "http://a.example", False),
        ("http", "a", "http://x@a", False),
        ("http", "a", "http://[", False),
        ("http", "[::1]:8501", "http://[::1]:8501", True),
    ],
)
def test_an_origin_is_ones_own_by_scheme_host_and_port(scheme: str, host: str, origin: str, own: bool) -> None:
    scope = {"scheme": scheme, "headers": [(b"host", host.encode())]}
    assert from_own_origin(scope, origin) is own


@pytest.mark.parametrize(
    "origin", ["http://school.example:81", "http://evil.example", "null", "http://127.0.0.1", None]
)
def test_a_websocket_from_elsewhere_is_refused(origin: str | None) -> None:
    headers = {} if origin is None else {"Origin": origin}
    with pytest.raises(WebSocketDisconnect), client().websocket_connect("/_stcore/stream", headers=headers):
        pass


def test_a_websocket_of_this_origin_is_let_in_behind_a_proxy_too() -> None:
    through = client(PROXY, trusted_proxies="10.0.0.0/8")
    headers = {**FORWARDED, "Origin": "https://wenlu.example"}
    with through.websocket_connect("/_stcore/stream", headers=headers) as websocket:
        websocket.send_bytes(b"x")
        assert websocket.receive_text() == "hello"


def test_a_websocket_that_says_nothing_is_told_to_go() -> None:
    app = Starlette(
        routes=[WebSocketRoute("/", greet_websocket)],
        middleware=[Middleware(SameOriginWebsockets, first_message_seconds=0.01)],
    )
    asked: list[Any] = [{"type": "websocket.connect"}]

    async def receive() -> Any:
        return asked.pop() if asked else await asyncio.Event().wait()

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message["type"])

    headers = [(b"host", b"a"), (b"origin", b"http://a")]
    scope = {"type": "websocket", "path": "/", "headers": headers, "scheme": "ws", "subprotocols": [], "root_path": ""}
    # Playwright's loop runs in the tests' own thread while a browser is open.
    with pytest.raises(WebSocketDisconnect), ThreadPoolExecutor(1) as threads:
        threads.submit(lambda: asyncio.run(asyncio.wait_for(app(scope, receive, send), 5))).result()
    assert sent == ["websocket.accept"]


def test_every_answer_says_what_a_browser_may_not_do_with_it() -> None:
    headers = client().get("/v1/x").headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["Expires"] == "0"
    assert client().get("/").headers["Cache-Control"] == "no-store"
    assert "microphone=(self)" in headers["Permissions-Policy"]
    assert "Strict-Transport-Security" not in headers


def test_browsers_are_told_to_come_over_https_only_where_the_request_did_or_the_operator_says_so() -> None:
    def told(asked: TestClient, **headers: str) -> bool:
        return "Strict-Transport-Security" in asked.get("/v1/x", headers=headers).headers

    https = {"X-Forwarded-Proto": "https"}
    assert told(client(PROXY, trusted_proxies="10.0.0.0/8"), **https)
    assert not told(client(PROXY, trusted_proxies="10.0.0.0/8"), **{"X-Forwarded-Proto": "http"})
    assert not told(client(PROXY, trusted_proxies="10.0.0.0/8"))
    assert not told(client(), **https)  # anybody can send that header
    assert told(client(base_url="https://school.example"))
    assert told(client(secure_cookie=True))


def test_inline_scripts_of_a_page_are_named_by_their_hash() -> None:
    policy = page_policy(b"<head><script>1</script><script src=x></script>", "a:1").decode()
    assert "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='" in policy
    assert policy.count("sha256") == 1
    assert "ws://a:1" in policy
    assert "script-src 'self' blob: 'wasm-unsafe-eval' 'sha256" in policy


def test_other_origins_hear_nothing_unless_they_are_named() -> None:
    asked = {"Origin": "https://lms.example", "Access-Control-Request-Method": "POST"}
    assert not [name for name in client().options("/v1/x", headers=asked).headers if name.startswith("access-control")]
    named = client(allowed_origins="https://lms.example")
    assert named.options("/v1/x", headers=asked).headers["Access-Control-Allow-Origin"] == "https://lms.example"
    assert named.options("/v1/x", headers={**asked, "Origin": "https://evil.example"}).status_code == 400
    assert "access-control-allow-origin" not in named.get("/", headers=asked).headers


@pytest.mark.parametrize("setting", ["*", "lms.example", "https://*.example", "https://a/b"])
def test_an_origin_is_named_in_full(setting: str) -> None:
    with pytest.raises(BadSetting, match="no origin"):
        client(allowed_origins=setting).get("/")


def test_a_head_over_its_bounds_is_refused() -> None:
    assert client().get("/?" + "q" * 9_000).status_code == 414
    assert client().get("/", headers={"X": "y" * 40_000}).status_code == 431
    assert client().get("/", headers={f"X-{number}": "" for number in range(200)}).status_code == 431
