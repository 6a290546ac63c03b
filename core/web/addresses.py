"""The address of the caller and the host name it used; forwarded headers are believed of proxies that the operator named only.

Anybody can send `X-Forwarded-For`, `-Proto` and `-Host`. `ForwardedAddresses` accepts them from peers in `WENLU_TRUSTED_PROXIES`
alone and writes what they say where the application reads it: the scope's client, scheme and Host.
"""

from __future__ import annotations

import ipaddress
import re
from typing import Any, cast
from urllib.parse import urlsplit

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from core.errors import BadSetting

UNKNOWN = "unknown"
HOST = re.compile(r"(?:[A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")
"""A host name or an address, with a port or without (RFC 9110, 7.2). A Host that does not match is no browser's."""
DEFAULT_PORTS = {"http": ":80", "ws": ":80", "https": ":443", "wss": ":443"}
NETWORK_BITS = 64
"""A subscriber owns at least a /64 network of IPv6 addresses (RFC 6177), so that a limit on single addresses would limit nobody."""


def client_address(scope: Scope) -> str:
    """The address that rates and limits by address count: an IPv4 address, or the /64 network of an IPv6 one."""
    client = scope.get("client")
    if not client:
        return UNKNOWN
    try:
        address = ipaddress.ip_address(client[0])
    except ValueError:
        return str(client[0])
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, NETWORK_BITS), strict=False))


def own_host(scope: Scope) -> str:
    """The host by which the caller reached this service, with its port unless that is the scheme's default; "" for none."""
    host = _header(scope, b"host").lower()
    return _without_default_port(host, str(scope.get("scheme", "http")))


def from_own_origin(scope: Scope, origin: str) -> bool:
    """Whether `Origin` names this very scheme, host and port.

    The scheme is compared only where it is known to be secure: behind a proxy that does not forward it, all pages would be refused.
    """
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    secure = scope.get("scheme") in ("https", "wss")
    if parts.scheme not in (("https",) if secure else ("http", "https")):
        return False
    host = own_host(scope)
    named = _without_default_port(parts.netloc.lower(), parts.scheme)
    return host != "" and named == _without_default_port(host, parts.scheme)


def _without_default_port(host: str, scheme: str) -> str:
    return host.removesuffix(DEFAULT_PORTS.get(scheme, ":80"))


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1").strip() for key, value in scope["headers"] if key == name), "")


class ForwardedAddresses:
    """ASGI middleware: see the module. A request whose Host is malformed is refused with 400."""

    def __init__(self, app: ASGIApp, *, trusted_proxies: str) -> None:
        self._app = app
        believing = ProxyHeadersMiddleware(cast(Any, app), trusted(trusted_proxies))
        self._believing = cast(ASGIApp, believing)
        self._proxies = believing.trusted_hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        peer = scope["client"][0] if scope.get("client") else None
        proxied = peer in self._proxies
        if proxied:
            scope = {**scope, "headers": _believed(scope["headers"])}
        if not HOST.fullmatch(_header(scope, b"host")):
            await _refuse(scope, receive, send)
            return
        await (self._believing if proxied else self._app)(scope, receive, send)


def trusted(setting: str) -> list[str]:
    """The addresses and networks of `WENLU_TRUSTED_PROXIES`. Raises `BadSetting` for what is neither."""
    named = [part.strip() for part in setting.split(",") if part.strip()]
    for part in named:
        try:
            ipaddress.ip_network(part, strict=False)
        except ValueError as error:
            raise BadSetting(f"WENLU_TRUSTED_PROXIES: {part!r} is neither an address nor a network.") from error
    return [str(ipaddress.ip_network(part, strict=False)) if "/" in part else part for part in named]


def _believed(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers of a trusted proxy, with the forwarded host as Host, and without forwarded addresses that are malformed."""
    forwarded = [value for name, value in headers if name == b"x-forwarded-host"]
    plain = [(name, value) for name, value in headers if name != b"x-forwarded-for" or _names_an_address(value)]
    if not forwarded:
        return plain
    # The last entry was written by the nearest proxy; those before it may be the caller's.
    host = forwarded[-1].split(b",")[-1].strip()
    return [(name, value) for name, value in plain if name != b"host"] + [(b"host", host)]


def _names_an_address(value: bytes) -> bool:
    """Whether the last entry, which the trusted proxy appended, is an address, with or without a port."""
    entry = value.decode("latin-1").rpartition(",")[2].strip()
    bare = entry[1:].partition("]")[0] if entry.startswith("[") else entry
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        ipaddress.ip_address(bare)
    except ValueError:
        return False
    return True


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    await PlainTextResponse("Bad Host", status_code=400)(scope, receive, send)
