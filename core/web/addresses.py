"""Who calls and under which name: what proxies say is believed only where the operator named the proxy.

`X-Forwarded-For`, `-Proto` and `-Host` are anybody's to send. `ForwardedAddresses` takes them from peers in
`WENLU_TRUSTED_PROXIES` alone and puts what they say where everything behind it looks: the scope's client, scheme and Host.
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
"""A name or an address with at most a port (RFC 9110, 7.2); what does not match it is an attempt at something."""
DEFAULT_PORTS = {"http": ":80", "ws": ":80", "https": ":443", "wss": ":443"}
NETWORK_BITS = 64
"""One subscriber holds at least so much of IPv6 (RFC 6177): a rate by single addresses would bound nobody."""


def client_address(scope: Scope) -> str:
    """Whom a rate or a bound by address counts: an IPv4 address, or the /64 network of an IPv6 one."""
    client = scope.get("client")
    if not client:
        return UNKNOWN
    try:
        found = ipaddress.ip_address(client[0])
    except ValueError:
        return str(client[0])
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, NETWORK_BITS), strict=False))


def own_host(scope: Scope) -> str:
    """The host, with its port where it is not the scheme's own, under which the caller reached this service; "" for none."""
    host = _header(scope, b"host").lower()
    return _without_default_port(host, str(scope.get("scheme", "http")))


def from_own_origin(scope: Scope, origin: str) -> bool:
    """Whether `Origin` names this very scheme, host and port.

    The scheme counts only where it is known to be secure: a proxy that says nothing of it would shut out its own pages.
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
    """ASGI middleware: see the module. A request whose Host can be none is refused with 400."""

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
    """Addresses and networks of `WENLU_TRUSTED_PROXIES`. Raises `BadSetting` for what is neither."""
    named = [part.strip() for part in setting.split(",") if part.strip()]
    for part in named:
        try:
            ipaddress.ip_network(part, strict=False)
        except ValueError as error:
            raise BadSetting(f"WENLU_TRUSTED_PROXIES: {part!r} is neither an address nor a network.") from error
    return [str(ipaddress.ip_network(part, strict=False)) if "/" in part else part for part in named]


def _believed(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers with the forwarded host as Host, and without callers' addresses that are none."""
    forwarded = [value for name, value in headers if name == b"x-forwarded-host"]
    plain = [(name, value) for name, value in headers if name != b"x-forwarded-for" or _names_an_address(value)]
    if not forwarded:
        return plain
    # The last is the nearest proxy's own word; those before it may be the caller's.
    host = forwarded[-1].split(b",")[-1].strip()
    return [(name, value) for name, value in plain if name != b"host"] + [(b"host", host)]


def _names_an_address(value: bytes) -> bool:
    """Whether the nearest entry, the one that a trusted proxy appended, is an address, with or without a port."""
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
