"""Limits on files that are uploaded to pages: how much of this process's memory a page and an account may fill with them.

Streamlit keeps uploaded files in memory and limits only the size of each. `frame.signin_guard` has checked before whose page a file
is sent to; here bytes and files are counted.
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
CLOSED_PATHS = ("/_stcore/metrics", "/_stcore/script-health-check", "/_stcore/agent")
"""Streamlit's own metrics, a run of the script for anybody who asks, an interface for programs: none of them is for visitors."""
MOST_FILES = 200
"""Files of one page: each is kept with its name, however small it is."""
REFUSED = "请先登录，再上传文件。 Sign in before you upload a file."
TOO_MANY_FILES = "文件太多或太大，请先移除一些。 These are too many or too large files; remove some first."
BUSY = "现在使用的人较多，请稍后再试。 The service is busy; try again in a moment."


class SessionFiles(Protocol):
    """What the pages' server keeps of uploaded files."""

    def files_and_bytes(self) -> Mapping[str, tuple[int, int]]:
        """Numbers of files and of bytes kept for each session, connected or not."""
        ...


class UploadBounds:
    """ASGI middleware: see the module."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        access: Access,
        pages: SessionFiles,
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
        """Account ids by session, for sessions that have files."""
        self._incoming_bytes: Counter[str] = Counter()
        """Bytes of uploads that are under way, by session."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]
        if path.startswith(UPLOADS) and scope["method"] != "OPTIONS":
            await self._upload(scope, receive, send)
        elif path.startswith(CLOSED_PATHS):
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
        files_and_bytes = self._pages.files_and_bytes()
        self._owners = {
            session: owner
            for session, owner in self._owners.items()
            if session in files_and_bytes or self._incoming_bytes[session]
        }
        own_sessions = [session for session, owner in self._owners.items() if owner == account]
        of_session = self._kept_and_incoming(session_id, files_and_bytes) + length
        of_account = (
            sum(self._kept_and_incoming(session, files_and_bytes) for session in {*own_sessions, session_id}) + length
        )
        files = files_and_bytes.get(session_id, (0, 0))[0]
        if of_session > self._session_bytes or of_account > self._account_bytes or files >= MOST_FILES:
            return PlainTextResponse(TOO_MANY_FILES, status_code=413)
        return None

    def _kept_and_incoming(self, session_id: str, files_and_bytes: Mapping[str, tuple[int, int]]) -> int:
        return files_and_bytes.get(session_id, (0, 0))[1] + self._incoming_bytes[session_id]

    @contextmanager
    def _reserved(self, session_id: str, length: int) -> Iterator[None]:
        self._incoming_bytes[session_id] += length
        try:
            yield
        finally:
            self._incoming_bytes[session_id] -= length
            if not self._incoming_bytes[session_id]:
                del self._incoming_bytes[session_id]

    async def _account(self, cookie: str | None) -> str | None:
        """The id of the account that is signed in under a cookie, if any."""
        if not cookie:
            return None
        account = await run_in_threadpool(self._access.account_of, cookie)
        return None if account is None else account.account_id


def _cookie(scope: Scope) -> str | None:
    header = b"; ".join(value for name, value in scope["headers"] if name == b"cookie").decode("latin-1")
    try:
        cookie = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return None
    return cookie.value if cookie and cookie.value else None


def _length(scope: Scope) -> int | None:
    header = dict(scope["headers"]).get(b"content-length", b"")
    return int(header) if header.isdigit() else None
