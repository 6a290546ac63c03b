"""Who may enter the demo: the one rule, which pages, forms, keys and commands share."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import ip_address
from typing import Literal

DemoDoor = Literal["open", "loopback", "closed"]
"""`loopback`: open to requests that name this machine by a loopback name and came through no proxy."""

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
"""Host names that only a browser on this machine can use. Any other name, even one that resolves to 127.0.0.1, may belong to
another site's page (DNS rebinding)."""
PROXY_HEADERS = frozenset(
    {"forwarded", "via", "x-real-ip", "true-client-ip", "cf-connecting-ip", "x-client-ip", "x-cluster-client-ip"}
)
"""Headers, in lower case, by which a proxy says that it passed a request on."""
PROXY_HEADER_PREFIX = "x-forwarded"


def demo_door(demo_setting: bool | None, *, listening: str, proxies: str = "") -> DemoDoor:
    """How far the demo is open.

    `demo_setting` is the setting `demo`; `listening` is the host that the server listens on ("" where it is not known);
    `proxies` is the setting `trusted_proxies`: behind a proxy, requests of strangers arrive over loopback too.
    """
    if demo_setting is not None:
        return "open" if demo_setting else "closed"
    return "loopback" if is_loopback(listening) and not proxies.strip() else "closed"


def is_loopback(host: str) -> bool:
    """Whether a server that listens on this host can be reached from this machine only.

    >>> [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "::", "192.168.1.5", "")]
    [True, True, True, False, False, False, False]
    """
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def is_local_request(headers: Mapping[str, str]) -> bool:
    """Whether a request names this machine by a loopback name and bears no header of a proxy; header names in lower case.

    >>> [is_local_request({"host": host}) for host in ("127.0.0.1:8501", "[::1]:8501", "wenlu.school")]
    [True, True, False]
    """
    if any(name in PROXY_HEADERS or name.startswith(PROXY_HEADER_PREFIX) for name in headers):
        return False
    name = headers.get("host", "").lower()
    bare = name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]
    return bare in LOOPBACK_NAMES
