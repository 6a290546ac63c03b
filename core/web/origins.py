"""Which origins may open a websocket, and which may call the API from a browser.

A browser sends cookies with a websocket that any page opens, so a websocket must come from a page of this very origin: scheme, host
and port. Streamlit accepts any port of this machine and, for other hosts, asks a service on the internet for its own address.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.errors import BadSetting
from core.web.addresses import client_address, from_own_origin
from core.web.headers import API_PATHS
from core.web.openapi import QUOTA_HEADERS, RETIREMENT_HEADERS

REFUSED = 1008
"""Policy violation (RFC 6455, 7.4.1); before a websocket is accepted, uvicorn makes it 403."""
TRY_AGAIN = 1013
MOST_WEBSOCKETS = 1_000
"""Websockets of one process: each is an open page with its state."""
MOST_WEBSOCKETS_OF_ADDRESS = 500
"""Websockets of one address, behind which a whole school may be."""
FIRST_MESSAGE_SECONDS = 10.0
"""How long a new websocket may be silent; a page asks to be drawn as soon as it is connected."""


class SameOriginWebsockets:
    """ASGI middleware that admits websockets of this origin only, limited in all and by address, and ends silent ones."""

    def __init__(self, app: ASGIApp, *, first_message_seconds: float = FIRST_MESSAGE_SECONDS) -> None:
        self._app = app
        self._first_message_seconds = first_message_seconds
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        origins = [value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"]
        if len(origins) != 1 or not from_own_origin(scope, origins[0]):
            await send({"type": "websocket.close", "code": REFUSED})
            return
        address = client_address(scope)
        if self._open.total() >= MOST_WEBSOCKETS or self._open[address] >= MOST_WEBSOCKETS_OF_ADDRESS:
            await send({"type": "websocket.close", "code": TRY_AGAIN})
            return
        self._open[address] += 1
        try:
            await self._app(scope, self._in_time(receive), send)
        finally:
            self._open[address] -= 1
            self._open += Counter()  # drops addresses whose count is 0

    def _in_time(self, receive: Receive) -> Receive:
        """`receive` with a time limit on the first two messages, the connection and what the page asks first; else it disconnects."""
        awaited = 2

        async def receive_in_time() -> Message:
            nonlocal awaited
            if awaited == 0:
                return await receive()
            awaited -= 1
            try:
                return await asyncio.wait_for(receive(), self._first_message_seconds)
            except TimeoutError:
                return {"type": "websocket.disconnect", "code": REFUSED}

        return receive_in_time


class AllowedOrigins:
    """ASGI middleware: pages of the origins that the operator named may call the API; other answers bear no CORS headers."""

    def __init__(self, app: ASGIApp, *, allowed_origins: str) -> None:
        self._app = app
        self._with_cors = CORSMiddleware(
            app,
            allow_origins=origins(allowed_origins),
            allow_methods=["GET", "POST"],
            allow_headers=["Authorization", "Content-Type", "Idempotency-Key", "X-Request-Id"],
            expose_headers=[*QUOTA_HEADERS, "X-Request-Id", "Retry-After", "Idempotent-Replay", *RETIREMENT_HEADERS],
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        api = scope["type"] == "http" and scope["path"].startswith(tuple(f"{path}/" for path in API_PATHS))
        await (self._with_cors if api else self._app)(scope, receive, send)


def origins(setting: str) -> list[str]:
    """The origins of `WENLU_ALLOWED_ORIGINS`. Raises `BadSetting` for what is not an origin; `*` is not one."""
    named = [part.strip().rstrip("/") for part in setting.split(",") if part.strip()]
    for part in named:
        scheme, separator, rest = part.partition("://")
        if scheme not in ("http", "https") or not separator or not rest or set(rest) & set("/?#*@ "):
            raise BadSetting(f"WENLU_ALLOWED_ORIGINS: {part!r} is no origin such as https://school.example.")
    return named
