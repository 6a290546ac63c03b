"""Files that pages take in: how much of this process's memory a page and an account may fill with them.

Streamlit keeps what is uploaded in memory, and bounds one file. Whose page a file is sent to was looked at before
(`frame.signin_guard`); here bytes and files are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.cookies import CookieError, SimpleCookie
from typing import Protocol

from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from core.access.queues import Pressure
from core.access.service import Access

COOKIE = "wenlu_signin"
UPLOADS = "/_stcore/upload_file/"
NOBODYS = ("/_stcore/metrics", "/_stcore/script-health-check", "/_stcore/agent")
"""Streamlit's own figures, a run of the script for whoever asks, an interface for programs: none is for visitors."""
MOST_FILES = 200
"""Of one page: each is kept with its name, however small it is."""
REFUSED = "请先登录，再上传文件。 Sign in before you upload a file."
TOO_MUCH = "文件太多或太大，请先移除一些。 These are too many or too large files; remove some first."
BUSY = "现在使用的人较多，请稍后再试。 The service is busy; try again in a moment."


class KeptFiles(Protocol):
    """What the pages' server keeps of files."""

    def held(self) -> Mapping[str, tuple[int, int]]:
        """Files and bytes kept for each session, connected or not."""
        ...


class UploadBounds:
    """ASGI middleware: see the module."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        access: Access,
        pages: KeptFiles,
        pressure: Pressure,
        session_bytes: int,
        account_bytes: int,
    ) -> None:
        self._app = app
        self._access = access
        self._pages = pages
        self._pressure = pressure
        self._session_bytes = session_bytes
        self._account_bytes = account_bytes
        self._owners: dict[str, str] = {}
        """Accounts by the sessions that have files."""
        self._coming: Counter[str] = Counter()
        """Bytes under way, by session."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]
        if path.startswith(UPLOADS) and scope["method"] != "OPTIONS":
            await self._upload(scope, receive, send)
        elif path.startswith(NOBODYS):
            await PlainTextResponse("Not found", status_code=404)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _upload(self, scope: Scope, receive: Receive, send: Send) -> None:
        session_id = scope["path"].removeprefix(UPLOADS).partition("/")[0]
        account = await self._account(_cookie(scope))
        if account is None:
            await PlainTextResponse(REFUSED, status_code=403)(scope, receive, send)
            return
        if scope["method"] != "PUT":
            await self._app(scope, receive, send)
            return
        length = _length(scope)
        if (refusal := self._refusal(session_id, account, length)) is not None:
            await refusal(scope, receive, send)
            return
        self._owners[session_id] = account
        with self._reserved(session_id, length or 0):
            await self._app(scope, receive, send)

    def _refusal(self, session_id: str, account: str, length: int | None) -> Response | None:
        if length is None:
            return PlainTextResponse("Content-Length is required.", status_code=411)
        if self._pressure.high:
            return PlainTextResponse(BUSY, status_code=503, headers={"Retry-After": "5"})
        held = self._pages.held()
        self._owners = {each: owner for each, owner in self._owners.items() if each in held or self._coming[each]}
        own = [each for each, owner in self._owners.items() if owner == account]
        of_session = self._bytes(session_id, held) + length
        of_account = sum(self._bytes(each, held) for each in {*own, session_id}) + length
        files = held.get(session_id, (0, 0))[0]
        if of_session > self._session_bytes or of_account > self._account_bytes or files >= MOST_FILES:
            return PlainTextResponse(TOO_MUCH, status_code=413)
        return None

    def _bytes(self, session_id: str, held: Mapping[str, tuple[int, int]]) -> int:
        return held.get(session_id, (0, 0))[1] + self._coming[session_id]

    @contextmanager
    def _reserved(self, session_id: str, length: int) -> Iterator[None]:
        self._coming[session_id] += length
        try:
            yield
        finally:
            self._coming[session_id] -= length
            if not self._coming[session_id]:
                del self._coming[session_id]

    async def _account(self, cookie: str | None) -> str | None:
        """The account signed in under a cookie."""
        if not cookie:
            return None
        found = await run_in_threadpool(self._access.account_of, cookie)
        return None if found is None else found.account_id


def _cookie(scope: Scope) -> str | None:
    sent = b"; ".join(value for name, value in scope["headers"] if name == b"cookie").decode("latin-1")
    try:
        found = SimpleCookie(sent).get(COOKIE)
    except CookieError:
        return None
    return found.value if found and found.value else None


def _length(scope: Scope) -> int | None:
    sent = dict(scope["headers"]).get(b"content-length", b"")
    return int(sent) if sent.isdigit() else None
