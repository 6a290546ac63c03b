"""Which addresses of a platform may be called or sent to: https, and http on this machine alone."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from core.access.demo_door import is_loopback
from core.records.lti import Registration

LONGEST_URL = 2_000
PORTS = {"https": 443, "http": 80}


def is_callable(url: str) -> bool:
    """Whether an address has the form of one that may be called.

    >>> is_callable("https://moodle.example/mod/lti/certs.php"), is_callable("http://localhost:8080/keys")
    (True, True)
    >>> [is_callable(url) for url in ("http://moodle.example/", "https://a:b@moodle.example/", "ftp://x/", "https://x/#y", "https://x:99999/")]
    [False, False, False, False, False]
    """
    if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        return False
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return False
    if not host or parts.username is not None or parts.password is not None or "#" in url:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and is_loopback(host))


def origin_of(url: str) -> str:
    """Scheme, host and port of an address."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def named_hosts(registrations: Iterable[Registration]) -> frozenset[tuple[str, int]]:
    """The hosts that the operator named for these registrations, with their ports: those alone may have private addresses."""
    return frozenset(
        (parts.hostname or "", parts.port or PORTS[parts.scheme])
        for each in registrations
        for parts in map(urlsplit, (each.authorize_url, each.token_url, each.keys_url))
    )
