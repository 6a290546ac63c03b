"""Calls to learning platforms over HTTP: bounded in size and time, without redirects, to addresses that may be called alone.

A registered platform names further addresses itself (its list of members, the columns of its gradebook). So that none of them leads into
the operator's own network, a host must have public addresses alone, unless the operator named that very host when registering. The
address that was looked at is the one that is connected to: what a name means is asked once.
"""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import structlog

from core.errors import PlatformAway
from core.ports.lti import PlatformAnswer

if TYPE_CHECKING:
    import httpx

log = structlog.get_logger("wenlu.lti")

SECONDS = 10.0
"""For connecting and for each part of an answer."""
WHOLE_SECONDS = 30.0
"""For an answer as a whole."""
USER_AGENT = "Wenlu"
PORTS = {"https": 443, "http": 80}

Resolve = Callable[[str, int], list[str]]


def addresses_of(host: str, port: int) -> list[str]:
    """The addresses of a host name. Raises `OSError`."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]


class HttpPlatformCalls:
    """`core.ports.lti.PlatformCalls` with httpx."""

    def __init__(self, *, transport: Any = None, resolve: Resolve = addresses_of) -> None:
        """`transport`: httpx's, for tests; `resolve`: the addresses of a host."""
        self._transport = transport
        self._resolve = resolve

    def call(
        self,
        method: str,
        url: str,
        *,
        named_hosts: Collection[str],
        headers: Mapping[str, str],
        body: bytes | None = None,
        most_bytes: int,
    ) -> PlatformAnswer:
        """See `core.ports.lti.PlatformCalls.call`."""
        import httpx

        deadline = time.monotonic() + WHOLE_SECONDS
        try:
            target = httpx.URL(url)
            address = self._checked_address(target, named_hosts)
            sent = {"Accept-Encoding": "identity", "User-Agent": USER_AGENT, **headers, "Host": target.netloc.decode()}
            with (
                httpx.Client(
                    timeout=SECONDS,
                    transport=self._transport,
                    verify=_certificates(),
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
                answer = _answer(reply, most_bytes, deadline)
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
            log.warning("platform away", failed=type(error).__name__)
            raise PlatformAway(f"The learning platform cannot be reached ({type(error).__name__}).") from error
        return answer

    def _checked_address(self, target: httpx.URL, named_hosts: Collection[str]) -> str:
        """The address to connect to. Raises `PlatformAway` where the host has one that may not be called."""
        host, port = target.host, target.port or PORTS.get(target.scheme, 0)
        found = self._resolve(host, port)
        if not found:
            raise OSError("no address")
        if host not in named_hosts and not all(map(is_public, found)):
            raise PlatformAway("The learning platform names an address inside a private network, which is not called.")
        return found[0]


def is_public(address: str) -> bool:
    """Whether an address is one of the public internet.

    >>> is_public("203.0.113.9"), is_public("8.8.8.8"), is_public("10.0.0.1"), is_public("::1"), is_public("::ffff:127.0.0.1")
    (False, True, False, False, False)
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    inner = getattr(parsed, "ipv4_mapped", None) or getattr(parsed, "sixtofour", None)
    return all(each.is_global and not each.is_multicast for each in (parsed, inner) if each is not None)


@cache
def _certificates() -> Any:
    """The certificates that are believed, read once."""
    import httpx

    return httpx.create_ssl_context(trust_env=False)


def _answer(reply: httpx.Response, most_bytes: int, deadline: float) -> PlatformAnswer:
    """The answer as it came. Raises `ValueError` where it is compressed, which was not asked for, too long or too slow."""
    if reply.headers.get("content-encoding", "identity") != "identity":
        raise ValueError("compressed")
    parts, received = [], 0
    for part in reply.iter_bytes():
        received += len(part)
        if received > most_bytes or time.monotonic() > deadline:
            raise ValueError("too long")
        parts.append(part)
    return PlatformAnswer(
        reply.status_code, {name.lower(): value for name, value in reply.headers.items()}, b"".join(parts)
    )
