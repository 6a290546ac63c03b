"""What every served application is wrapped in, outermost first."""

from __future__ import annotations

from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from core.settings import Settings
from core.web.addresses import ForwardedAddresses
from core.web.headers import SafetyHeaders
from core.web.origins import NamedOrigins, OwnWebsockets

MOST_HEADERS = 100
"""As other servers have it; browsers send some twenty, proxies add a few."""


def around(settings: Settings) -> list[Middleware]:
    """The middleware of pages and API alike. Raises `BadSetting`."""
    made = [
        Middleware(ForwardedAddresses, trusted_proxies=settings.trusted_proxies),
        Middleware(SafetyHeaders, secure=settings.secure_cookie),
        Middleware(PlainRequests),
        Middleware(OwnWebsockets),
    ]
    return (
        [*made, Middleware(NamedOrigins, allowed_origins=settings.allowed_origins)]
        if settings.allowed_origins
        else made
    )


class PlainRequests:
    """ASGI middleware that refuses what no client sends: hundreds of headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and len(scope["headers"]) > MOST_HEADERS:
            await PlainTextResponse("Too many headers", status_code=431)(scope, receive, send)
        else:
            await self._app(scope, receive, send)
