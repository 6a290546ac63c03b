"""Who may open a websocket, and whose browsers may call the API.

A browser sends cookies with a websocket from any page, so a websocket must come from a page of this very origin: scheme, host and
port. Streamlit takes any port of this machine and, for other hosts, asks a service on the net for its own address.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.errors import BadSetting
from core.web.addresses import client_address, from_own_origin
from core.web.headers import API

REFUSED = 1008
"""Policy violation (RFC 6455, 7.4.1); before a websocket is accepted, uvicorn makes it 403."""
TRY_AGAIN = 1013
MOST_WEBSOCKETS = 1_000
"""Of one process: each is an open page with its state."""
MOST_OF_ADDRESS = 500
"""Of one address: a whole school behind it."""
FIRST_MESSAGE_SECONDS = 10.0
"""A page asks to be drawn as soon as it is connected."""
QUOTA_HEADERS = ("X-Quota-Limit", "X-Quota-Remaining", "X-Quota-Reset")


class OwnWebsockets:
    """ASGI middleware: websockets of this origin, so many in all and of one address, and none that says nothing."""

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
        if self._open.total() >= MOST_WEBSOCKETS or self._open[address] >= MOST_OF_ADDRESS:
            await send({"type": "websocket.close", "code": TRY_AGAIN})
            return
        self._open[address] += 1
        try:
            await self._app(scope, self._in_time(receive), send)
        finally:
            self._open[address] -= 1
            self._open += Counter()  # what is at 0 is forgotten

    def _in_time(self, receive: Receive) -> Receive:
        """The first two messages, that it connects and what it says first, come in time, or it is told to go."""
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


class NamedOrigins:
    """ASGI middleware: browsers on pages of the origins that the operator named may call the API; others hear nothing of CORS."""

    def __init__(self, app: ASGIApp, *, allowed_origins: str) -> None:
        self._app = app
        self._with_cors = CORSMiddleware(
            app,
            allow_origins=origins(allowed_origins),
            allow_methods=["GET", "POST"],
            allow_headers=["Authorization", "Content-Type", "Idempotency-Key", "X-Request-Id"],
            expose_headers=[*QUOTA_HEADERS, "X-Request-Id", "Retry-After", "Idempotent-Replay"],
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        api = scope["type"] == "http" and scope["path"].startswith(tuple(f"{path}/" for path in API))
        await (self._with_cors if api else self._app)(scope, receive, send)


def origins(setting: str) -> list[str]:
    """The origins of `WENLU_ALLOWED_ORIGINS`. Raises `BadSetting` for what is none; any origin (`*`) is none."""
    named = [part.strip().rstrip("/") for part in setting.split(",") if part.strip()]
    for part in named:
        scheme, separator, rest = part.partition("://")
        if scheme not in ("http", "https") or not separator or not rest or set(rest) & set("/?#*@ "):
            raise BadSetting(f"WENLU_ALLOWED_ORIGINS: {part!r} is no origin such as https://school.example.")
    return named
