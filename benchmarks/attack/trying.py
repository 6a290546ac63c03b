"""An attack as a row: its name, the kind that it is a relative of, and what it does to a running server."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

LONGEST_SECONDS = 60.0
"""An answer that takes longer counts as none."""


@dataclass(frozen=True)
class Answer:
    """Status, headers (names in lower case), body and seconds of an answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float

    @property
    def payload(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


@dataclass(frozen=True)
class Target:
    """A running server with what a caller, its people and a neighbour on the machine hold of it."""

    port: int
    pid: int
    folder: Path
    """Where its database `wenlu.db` lies, and its output in `log`."""
    token: str
    """Of an organisation with every permission."""
    other_token: str
    """Of another organisation."""
    cookies: Mapping[str, str]
    """Sign-in secrets by who holds them: `student`, `classmate`, `teacher`, `admin` of a school; `other-student`, `other-teacher`, `other-admin` of another;
    `third-student` and so on of a third."""
    tokens: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Of each school by its name: access tokens by what they permit, `all` or one permission."""

    def call(
        self,
        method: str,
        path: str,
        body: bytes | str | Mapping[str, Any] | None = None,
        *,
        token: str | None = None,
        cookie: str | None = None,
        headers: Mapping[str, str] | None = None,
        form: Mapping[str, str] | None = None,
        port: int | None = None,
    ) -> Answer:
        """One request on a connection of its own. Raises `OSError` or `http.client.HTTPException` when no answer comes."""
        sent_headers: dict[str, str] = {}
        content: bytes | None = body if isinstance(body, bytes) else body.encode() if isinstance(body, str) else None
        if isinstance(body, Mapping):
            content, sent_headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        if form is not None:
            content, sent_headers["Content-Type"] = urlencode(form).encode(), "application/x-www-form-urlencoded"
        if token is not None:
            sent_headers["Authorization"] = f"Bearer {token}"
        if cookie is not None:
            sent_headers["Cookie"] = f"wenlu_signin={cookie}"
        began = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=LONGEST_SECONDS)
        try:
            connection.request(method, path, content, {**sent_headers, **(headers or {})})
            reply = connection.getresponse()
            answer_body = reply.read()
        finally:
            connection.close()
        answer_headers = {name.lower(): value for name, value in reply.getheaders()}
        return Answer(reply.status, answer_headers, answer_body, time.monotonic() - began)


@dataclass(frozen=True)
class Attack:
    """`attempt` gives None where the server held, else one line that says what happened.

    `kind` is the number of the finding (1 to 16, `KINDS`) of which this is the original or a relative.
    """

    name: str
    kind: int
    attempt: Callable[[Target], str | None]
    original: bool = False
    alone: bool = False
    """Makes servers of its own (`Target.folder` is free to use) and ends them; the neighbour is not timed meanwhile."""


KINDS = {
    1: "patterns of super-linear time",
    2: "memory that grows with what is sent",
    3: "numbers in files that are believed",
    4: "a demo that cannot be closed",
    5: "uploads of strangers",
    6: "guessing passwords",
    7: "markup of one person in another's page",
    8: "pages that answer after signing out",
    9: "files that every user of the machine can read",
    10: "work without a queue's end",
    11: "addresses that are believed",
    12: "one organisation's things under another's id",
    13: "faults told wrongly",
    14: "processes that nobody watches",
    15: "a language model endpoint that lies",
    16: "headers, origins, slow connections, logs",
}


@contextmanager
def timed() -> Iterator[Callable[[], float]]:
    """Seconds since the block began."""
    began = time.monotonic()
    yield lambda: time.monotonic() - began
