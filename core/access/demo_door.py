"""When the demo can be entered: the one rule, for pages, forms, keys and commands alike."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import ip_address
from typing import Literal

DemoDoor = Literal["open", "loopback", "closed"]
"""`loopback`: open to those who ask this machine by its own name, with nobody between."""

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
"""Names by which a browser on this machine asks it. Any other name, even one that leads to 127.0.0.1, may be another's page."""
PASSED_ON = frozenset(
    {"forwarded", "via", "x-real-ip", "true-client-ip", "cf-connecting-ip", "x-client-ip", "x-cluster-client-ip"}
)
PASSED_ON_START = "x-forwarded"


def demo_door(asked_for: bool | None, *, listening: str, proxies: str = "") -> DemoDoor:
    """How far the demo is open.

    `asked_for` is the setting `demo`, `listening` the host that the server listens on ("" where nobody said), `proxies` the setting
    `trusted_proxies`: where a proxy is known to stand in front, strangers ask by loopback too.
    """
    if asked_for is not None:
        return "open" if asked_for else "closed"
    return "loopback" if is_loopback(listening) and not proxies.strip() else "closed"


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a server that listens there.

    >>> [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "::", "192.168.1.5", "")]
    [True, True, True, False, False, False, False]
    """
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def asked_from_here(headers: Mapping[str, str]) -> bool:
    """Whether a request came to this machine by a loopback name and past no proxy that says so; names of headers in small letters.

    >>> asked_from_here({"host": "127.0.0.1:8501"}), asked_from_here({"host": "[::1]:8501"}), asked_from_here({"host": "wenlu.school"})
    (True, True, False)
    """
    if any(name in PASSED_ON or name.startswith(PASSED_ON_START) for name in headers):
        return False
    name = headers.get("host", "").lower()
    bare = name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]
    return bare in LOOPBACK_NAMES
