"""Requests to a service that the operator has named: bounded in time and size, over TLS except on this machine, tried again where that helps."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from core.access.demo_door import is_loopback
from core.errors import BadParameter, OtherServiceFailed
from core.wire import Bilingual

if TYPE_CHECKING:
    import httpx

SECONDS = 60.0
"""For one whole answer, however slowly it comes."""
CONNECT_SECONDS = 10.0
MOST_BYTES = 16 * 2**20
"""Of an answer: a page of 1,000 users of OneRoster with all that the standard allows takes 3 MB."""
RETRIES = 2
WAIT_SECONDS = (1.0, 4.0)
"""Before each further try, where the service names no time."""
LONGEST_WAIT_SECONDS = 60.0
"""A service that asks for more time is left alone until the next run."""
TRIED_AGAIN = frozenset([429, 500, 502, 503, 504])


@dataclass(frozen=True)
class Answer:
    """What a service answered."""

    status: int
    headers: Mapping[str, str]
    """By names in lower case."""
    body: bytes


def checked_address(field: str, address: str) -> str:
    """An address that secrets and personal data may be sent to, without a slash at its end: https, or http on this machine.

    Raises `BadParameter`.

    >>> checked_address("endpoint", "https://lrs.example/xapi/"), checked_address("endpoint", "http://127.0.0.1:8080/xapi")
    ('https://lrs.example/xapi', 'http://127.0.0.1:8080/xapi')
    >>> checked_address("endpoint", "http://lrs.example/xapi")
    Traceback (most recent call last):
    core.errors.BadParameter: Parameter validation failed: endpoint: is neither https nor on this machine
    """
    try:
        parts = urlsplit(address)
        host, has_login = parts.hostname or "", parts.username is not None or parts.password is not None
        port_is_right = parts.port is None or parts.port > 0
    except ValueError:
        host, has_login, port_is_right = "", False, False
    if not host or not port_is_right or not address.isprintable() or " " in address or len(address) > 1_000:
        raise _bad_address(field, "is no address such as https://lrs.example/xapi")
    if has_login or parts.query or parts.fragment:
        raise _bad_address(field, "has a user, a query or a fragment in it")
    if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(host)):
        raise _bad_address(field, "is neither https nor on this machine")
    return address.rstrip("/")


def _bad_address(field: str, message: str) -> BadParameter:
    return BadParameter.of(
        field,
        message,
        remedy=Bilingual(
            zh="请写 https:// 开头的完整地址，不带用户名、密码和“?”后面的部分；只有本机可以用 http://。",
            en="Give a whole address that begins with https://, without user, password and what stands behind “?”; http:// only for this machine.",
        ),
    )


@cache
def certificates() -> ssl.SSLContext:
    """Whose certificates are trusted: what the HTTP client brings along, and what this machine trusts, such as the school's own authority
    (`SSL_CERT_FILE` included, which the client leaves aside along with the proxies of the environment). They are read once: that takes longer
    than a question to a service on this machine."""
    import httpx

    context = httpx.create_ssl_context(trust_env=False)
    context.load_default_certs()
    return context


class Outgoing:
    """Requests to one service. Redirects, cookies and the proxies of the environment are not followed.

    Parameters
    ----------
    name : what the service is called in messages, such as "The record store"
    transport : stands in for the network in tests (`httpx.AsyncBaseTransport`)
    sleep : waits for so many seconds
    seconds : how long one answer may take
    """

    def __init__(
        self,
        name: str,
        *,
        transport: Any = None,
        sleep: Callable[[float], None] = time.sleep,
        seconds: float = SECONDS,
    ) -> None:
        self._name = name
        self._transport = transport
        self._sleep = sleep
        self._seconds = seconds

    def ask(self, method: str, url: str, *, headers: Mapping[str, str], content: bytes | None = None) -> Answer:
        """The service's answer, whatever its status, after at most two further tries where it was busy, failed or broke off.

        Raises `OtherServiceFailed` where none came.
        """
        for attempt in range(RETRIES + 1):
            answer, why = self._try(method, url, headers, content)
            if answer is not None and answer.status not in TRIED_AGAIN:
                return answer
            pause = WAIT_SECONDS[min(attempt, len(WAIT_SECONDS) - 1)] if answer is None else _pause(answer, attempt)
            if attempt == RETRIES or pause > LONGEST_WAIT_SECONDS:
                break
            self._sleep(pause)
        if answer is None:
            raise self.failed(why)
        return answer

    def failed(self, why: str) -> OtherServiceFailed:
        """The error to be raised, without anything of what was sent."""
        return OtherServiceFailed(f"{self._name} {why}.")

    def _try(
        self, method: str, url: str, headers: Mapping[str, str], content: bytes | None
    ) -> tuple[Answer | None, str]:
        """The answer, or why there is none."""
        loop = asyncio.new_event_loop()
        try:
            request = self._request(method, url, headers, content)
            return loop.run_until_complete(asyncio.wait_for(request, self._seconds)), ""
        except TimeoutError:
            return None, f"did not answer within {self._seconds:g} s"
        except Exception as error:  # an outside thing fails in ways that nobody foresaw
            if isinstance(error, TooLong):
                return None, f"answered more than {MOST_BYTES // 2**20} MB"
            return None, f"could not be reached, or broke off ({type(error).__name__})"
        finally:
            loop.close()  # waits for no thread that still looks up a name

    async def _request(self, method: str, url: str, headers: Mapping[str, str], content: bytes | None) -> Answer:
        import httpx

        async with (
            httpx.AsyncClient(
                timeout=httpx.Timeout(self._seconds, connect=CONNECT_SECONDS),
                transport=self._transport,
                verify=certificates(),
                trust_env=False,
                follow_redirects=False,
            ) as client,
            client.stream(method, url, headers={"Accept-Encoding": "identity", **headers}, content=content) as reply,
        ):
            body = await bounded_body(reply, MOST_BYTES)
            return Answer(reply.status_code, {name.lower(): text for name, text in reply.headers.items()}, body)


class TooLong(ValueError):
    """An answer is longer than it may be, or is packed, which was not asked for."""


async def bounded_body(reply: httpx.Response, most_bytes: int) -> bytes:
    """The body of a streamed answer as it came. Raises `TooLong`."""
    if reply.headers.get("content-encoding", "identity") != "identity":
        raise TooLong("packed")
    parts, received = [], 0
    async for part in reply.aiter_bytes():
        received += len(part)
        if received > most_bytes:
            raise TooLong(f"more than {most_bytes} bytes")
        parts.append(part)
    return b"".join(parts)


def _pause(answer: Answer, attempt: int) -> float:
    """Seconds to wait: those that the service names (as a number; a date is rare, and waits as if none were named)."""
    named = answer.headers.get("retry-after", "").strip()
    if named.isascii() and named.isdigit():
        return float(named[:9])
    return WAIT_SECONDS[min(attempt, len(WAIT_SECONDS) - 1)]
