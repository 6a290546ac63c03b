"""ASGI middleware: an open Streamlit page is served only while the sign-in that opened it is valid.

Streamlit reads the cookie once, when a page opens its websocket, and answers everything that comes over it from then on: fragments,
callbacks, uploads, downloads. This middleware checks each message before it is passed on. If the sign-in has ended, the socket is
closed and nothing is passed on; the browser connects again by itself, with whatever cookie it has now, and gets a session of its
own: the sign-in page, or the page of whoever has signed in meanwhile.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import MutableMapping
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.api.core import Core

COOKIE = "wenlu_signin"
STREAM = "/_stcore/stream"
UPLOAD = "/_stcore/upload_file/"
MEDIA = "/media/"
ENDED = 1008
"""Close code: policy violation (RFC 6455, 7.4.1). Streamlit's pages connect again after it as after any other code."""
MOST_SESSIONS = 20_000
"""Sessions whose sign-in is remembered; a session that was forgotten cannot be resumed."""
MOST_FILES = 50_000
MEDIA_NAMED = re.compile(rb"/media/([0-9a-f]{16,128})")
VISITOR = ""
"""Stands for the sign-in of somebody who is not signed in."""
MESSAGES_SEARCHED = 8
"""How many messages are searched for the session's id, which is in the first one that a page gets."""


class Owners:
    """Which sign-in (hash of its cookie) each of Streamlit's sessions and media files belongs to; the oldest entries are dropped."""

    def __init__(self) -> None:
        self._sessions: OrderedDict[str, str] = OrderedDict()
        self._files: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._lock = threading.Lock()

    def note_session(self, session_id: str, signin: str) -> None:
        """Note that the session was opened under this sign-in (`VISITOR` where nobody is signed in)."""
        with self._lock:
            self._sessions[session_id] = signin
            while len(self._sessions) > MOST_SESSIONS:
                self._sessions.popitem(last=False)

    def note_file(self, file_id: str, signin: str) -> None:
        """Note that a page under this sign-in shows the file. Streamlit keeps a file once, however many pages show it."""
        with self._lock:
            self._files[file_id, signin] = None
            self._files.move_to_end((file_id, signin))
            while len(self._files) > MOST_FILES:
                self._files.popitem(last=False)

    def has_session(self, session_id: str, signin: str) -> bool:
        """Whether the session was opened under that sign-in; False for a session that was forgotten."""
        with self._lock:
            return self._sessions.get(session_id) == signin

    def has_file(self, file_id: str, signin: str) -> bool:
        """Whether a page under that sign-in shows the file."""
        with self._lock:
            return (file_id, signin) in self._files


class SigninGuard:
    """Guards Streamlit's websocket, uploads and media. `core.access.people` decides which sign-ins are valid."""

    def __init__(self, app: ASGIApp, core: Core) -> None:
        self._app = app
        self._people = core.access.people
        self.owners = Owners()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if scope["type"] == "websocket" and path == STREAM:
            await self._stream(scope, receive, send)
        elif scope["type"] == "http" and path.startswith(UPLOAD):
            session_id = path[len(UPLOAD) :].partition("/")[0]
            signin = await self._signin(scope)
            await self._answer(signin != VISITOR and self.owners.has_session(session_id, signin), scope, receive, send)
        elif scope["type"] == "http" and path.startswith(MEDIA):
            file_id = path[len(MEDIA) :].partition(".")[0]
            await self._answer(self.owners.has_file(file_id, await self._signin(scope)), scope, receive, send)
        else:
            await self._app(scope, receive, send)

    # -- the websocket -----------------------------------------------------------------------------------

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        cookie = _cookie(scope)
        if cookie and not await self._signin_holds(cookie, if_unknown=False):
            # The cookie is hidden from Streamlit, so that nothing is drawn for a sign-in that has ended.
            scope, cookie = _with_header(scope, b"cookie", _without_cookie(scope)), ""
        signin = self._people.signin_name(cookie) if cookie else VISITOR
        page = _OpenPage(self, cookie, signin, receive, send)
        await self._app(_own_session_only(scope, self.owners, signin), page.receive, page.send)

    async def _signin_holds(self, cookie: str, *, if_unknown: bool) -> bool:
        """Whether the sign-in is valid; `if_unknown` where the store is away, since then no data can be read from it either."""
        cached = self._people.cached_sign_in(cookie)
        if cached is not None:
            return cached
        try:
            return await run_in_threadpool(self._people.is_signed_in, cookie)
        except Exception:
            return if_unknown

    # -- files of a session ------------------------------------------------------------------------------

    async def _signin(self, scope: Scope) -> str:
        """The valid sign-in of a request, else `VISITOR`."""
        cookie = _cookie(scope)
        holds = bool(cookie) and await self._signin_holds(cookie, if_unknown=False)
        return self._people.signin_name(cookie) if holds else VISITOR

    async def _answer(self, allowed: bool, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer 404 as if there were nothing, so that nobody learns that it is another's."""
        answer = self._app if allowed else PlainTextResponse("Not found", status_code=404)
        await answer(scope, receive, send)


class _OpenPage:
    """One open websocket."""

    def __init__(self, guard: SigninGuard, cookie: str, signin: str, receive: Receive, send: Send) -> None:
        self._guard = guard
        self._cookie = cookie
        self._signin = signin
        self._receive = receive
        self._send = send
        self._ended = False
        self._searched = 0

    async def receive(self) -> Message:
        """The next message, or a disconnection if the sign-in has ended."""
        message = await self._receive()
        if message["type"] == "websocket.receive" and not await self._may_go_on():
            return {"type": "websocket.disconnect", "code": ENDED}
        return message

    async def send(self, message: Message) -> None:
        """Send a message to the page, unless the sign-in has ended."""
        if self._ended:
            return
        if message["type"] == "websocket.send":
            self._note_session_and_files(message)
            if not await self._may_go_on():
                return
        await self._send(message)

    async def _may_go_on(self) -> bool:
        if self._ended:
            return False
        if not self._cookie or await self._guard._signin_holds(self._cookie, if_unknown=True):
            return True
        self._ended = True
        await self._send({"type": "websocket.close", "code": ENDED})
        return False

    def _note_session_and_files(self, message: Message) -> None:
        """Note the id of the session, and the files that the page may fetch, from a message to the page."""
        data: bytes = message.get("bytes") or b""
        for match in MEDIA_NAMED.finditer(data):
            self._guard.owners.note_file(match[1].decode(), self._signin)
        if self._searched < MESSAGES_SEARCHED:
            self._searched += 1
            if session_id := _session_named(data):
                self._searched = MESSAGES_SEARCHED
                self._guard.owners.note_session(session_id, self._signin)


def _session_named(data: bytes) -> str:
    """The session id in Streamlit's message `new_session`; empty for any other message."""
    from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
    from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

    try:
        message = ForwardMsg.FromString(data)
    except DecodeError:
        return ""
    if message.WhichOneof("type") != "new_session":
        return ""
    return str(message.new_session.initialize.session_id)


# -- headers of a scope ----------------------------------------------------------------------------------------


def _header(scope: Scope, name: bytes) -> str:
    return ", ".join(value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name)


def _with_header(scope: Scope, name: bytes, value: str) -> MutableMapping[str, Any]:
    headers = [pair for pair in scope["headers"] if pair[0].lower() != name]
    return {**scope, "headers": [*headers, (name, value.encode("latin-1"))] if value else headers}


def _cookie(scope: Scope) -> str:
    """The sign-in cookie as Starlette, and so Streamlit, reads it."""
    return cookie_parser(_header(scope, b"cookie").replace(", ", "; ")).get(COOKIE, "")


def _without_cookie(scope: Scope) -> str:
    pairs = _header(scope, b"cookie").replace(", ", "; ").split(";")
    return "; ".join(pair.strip() for pair in pairs if pair.partition("=")[0].strip() != COOKIE)


def _own_session_only(scope: Scope, owners: Owners, signin: str) -> Scope:
    """The scope without the id of an earlier session (third of the sub-protocols) that is unknown or belongs to another sign-in."""
    entries = [entry.strip() for entry in _header(scope, b"sec-websocket-protocol").split(",")]
    if len(entries) < 3 or not entries[2] or owners.has_session(entries[2], signin):
        return scope
    return _with_header(scope, b"sec-websocket-protocol", ", ".join(entries[:2]))
