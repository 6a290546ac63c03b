"""The middleware of every served application, outermost first."""

from __future__ import annotations

from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from core.settings import Settings
from core.web.addresses import ForwardedAddresses
from core.web.headers import SafetyHeaders
from core.web.origins import AllowedOrigins, SameOriginWebsockets

LONGEST_TARGET = 8_000
"""Bytes of path and query; RFC 9110, 4.1 asks for 8,000 at least."""
MOST_HEAD_BYTES = 32 * 2**10
MOST_HEADERS = 100
"""The limit of other servers too; browsers send some twenty, and proxies add a few."""


def served_middleware(settings: Settings) -> list[Middleware]:
    """The middleware of pages and API alike. Raises `BadSetting`."""
    middleware = [
        Middleware(ForwardedAddresses, trusted_proxies=settings.trusted_proxies),
        Middleware(SafetyHeaders, secure=settings.secure_cookie),
        Middleware(RequestHeadLimits),
        Middleware(SameOriginWebsockets),
    ]
    return (
        [*middleware, Middleware(AllowedOrigins, allowed_origins=settings.allowed_origins)]
        if settings.allowed_origins
        else middleware
    )


class RequestHeadLimits:
    """ASGI middleware that refuses request heads that no real client sends: targets of many thousand bytes, hundreds of headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (status := _refusal_status(scope)) is not None:
            await PlainTextResponse("This request's head is too large.", status_code=status)(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def _refusal_status(scope: Scope) -> int | None:
    """The status for a head beyond a limit, else None. uvicorn itself accepts a head of any size that arrives in one piece."""
    if len(scope["path"]) + len(scope["query_string"]) > LONGEST_TARGET:
        return 414
    if len(scope["headers"]) > MOST_HEADERS:
        return 431
    return 431 if sum(len(name) + len(value) for name, value in scope["headers"]) > MOST_HEAD_BYTES else None
