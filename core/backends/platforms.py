"""Calls to learning platforms over HTTP: bounded in size and time, without redirects, to addresses that may be called alone.

A registered platform names further addresses itself (its list of members, the columns of its gradebook). So that none of them leads into
the operator's own network, a host must have public addresses alone, unless the operator named that very host and port when registering. The
address that was looked at is the one that is connected to: what a name means is asked once.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

import structlog

from core.backends.outgoing import bounded_body, certificates
from core.errors import PlatformAway
from core.ports.lti import PlatformAnswer

if TYPE_CHECKING:
    import httpx

log = structlog.get_logger("wenlu.lti")

SECONDS = 10.0
"""For connecting and for each part of an answer."""
WHOLE_SECONDS = 30.0
"""For a call as a whole, however slowly its answer drips."""
USER_AGENT = "Wenlu"
PORTS = {"https": 443, "http": 80}
COMPATIBLE = ipaddress.IPv6Network("::/96")
"""IPv4 addresses as IPv6 had them once; some systems still take them for the IPv4 address."""
TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
"""IPv4 addresses behind a translator (RFC 6052)."""

Resolve = Callable[[str, int], list[str]]


def addresses_of(host: str, port: int) -> list[str]:
    """The addresses of a host name. Raises `OSError`."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]


class HttpPlatformCalls:
    """`core.ports.lti.PlatformCalls` with httpx."""

    def __init__(
        self, *, transport: Any = None, resolve: Resolve = addresses_of, whole_seconds: float = WHOLE_SECONDS
    ) -> None:
        """`transport`: httpx's (`httpx.AsyncBaseTransport`), for tests; `resolve`: the addresses of a host; `whole_seconds`: for a call."""
        self._transport = transport
        self._resolve = resolve
        self._whole_seconds = whole_seconds

    def call(
        self,
        method: str,
        url: str,
        *,
        named_hosts: Collection[tuple[str, int]],
        headers: Mapping[str, str],
        body: bytes | None = None,
        most_bytes: int,
    ) -> PlatformAnswer:
        """See `core.ports.lti.PlatformCalls.call`."""
        import httpx

        loop = asyncio.new_event_loop()
        try:
            called = self._called(method, url, named_hosts, headers, body, most_bytes)
            return loop.run_until_complete(asyncio.wait_for(called, self._whole_seconds))
        except (httpx.HTTPError, httpx.InvalidURL, OSError, TimeoutError, ValueError) as error:
            log.warning("platform away", failed=type(error).__name__)
            raise PlatformAway(f"The learning platform cannot be reached ({type(error).__name__}).") from error
        finally:
            loop.close()  # waits for no thread that still looks up a name

    async def _called(
        self,
        method: str,
        url: str,
        named_hosts: Collection[tuple[str, int]],
        headers: Mapping[str, str],
        body: bytes | None,
        most_bytes: int,
    ) -> PlatformAnswer:
        import httpx

        target = httpx.URL(url)
        address = await self._checked_address(target, named_hosts)
        sent = {"Accept-Encoding": "identity", "User-Agent": USER_AGENT, **headers, "Host": target.netloc.decode()}
        async with (
            httpx.AsyncClient(
                timeout=SECONDS,
                transport=self._transport,
                verify=certificates(),
                trust_env=False,
                follow_redirects=False,
            ) as client,
            client.stream(
                method,
                target.copy_with(host=address),
                content=body,
                headers=sent,
                extensions={"sni_hostname": target.host},
            ) as reply,
        ):
            received = await bounded_body(reply, most_bytes)
            return PlatformAnswer(
                reply.status_code, {name.lower(): value for name, value in reply.headers.items()}, received
            )

    async def _checked_address(self, target: httpx.URL, named_hosts: Collection[tuple[str, int]]) -> str:
        """The address to connect to. Raises `PlatformAway` where the host has one that may not be called."""
        host, port = target.host, target.port or PORTS.get(target.scheme, 0)
        found = await asyncio.get_running_loop().run_in_executor(None, self._resolve, host, port)
        if not found:
            raise OSError("no address")
        if (host, port) not in named_hosts and not all(map(is_public, found)):
            raise PlatformAway("The learning platform names an address inside a private network, which is not called.")
        return found[0]


def is_public(address: str) -> bool:
    """Whether an address is one of the public internet, also by the IPv4 address that it stands for.

    >>> is_public("203.0.113.9"), is_public("8.8.8.8"), is_public("10.0.0.1"), is_public("::1"), is_public("::ffff:127.0.0.1")
    (False, True, False, False, False)
    >>> is_public("fec0::1"), is_public("::8.8.8.8"), is_public("64:ff9b::8.8.8.8"), is_public("64:ff9b::10.0.0.1")
    (False, False, True, False)
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv4Address):
        return _is_global(parsed)
    if parsed.is_site_local or parsed in COMPATIBLE:
        return False
    translated = ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF) if parsed in TRANSLATED else None
    inner = parsed.ipv4_mapped or parsed.sixtofour or translated
    return _is_global(parsed) and (inner is None or _is_global(inner))


def _is_global(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    return address.is_global and not address.is_multicast
